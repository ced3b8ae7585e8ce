//! A server as a child process: this very program, run with a hidden command.
//!
//! `cargo run` builds the program of one package, so that chapter 1's may not be there. But this one
//! holds chapter 1's server as well, as a library.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{self, Command, ExitStatus, Stdio};

use super::{Pattern, Plan};

/// A running server; dropping it ends the process.
pub struct Child {
    process: process::Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Child {
    /// Starts a server and waits until it listens.
    ///
    /// # Errors
    /// If it cannot be started, or ends before it listens.
    pub fn start(pattern: Pattern, plan: &Plan) -> io::Result<Child> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["sleepers-server", pattern.word()]);
        command.arg(format!("--sleep-ns={}", plan.sleep.as_nanos()));
        command.arg(format!("--threads={}", plan.threads));
        command.arg(format!("--max-threads={}", plan.max_threads));
        // Nothing is ever written to its input. It is ours as long as we live: however this process
        // ends, the system closes it, and the server ends with it.
        let process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let process = process.map_err(|error| {
            io::Error::new(error.kind(), format!("cannot start the server ({pattern}): {error}"))
        })?;
        // From here on the process is ended when this is dropped, also by an error below.
        let mut child = Child { process, address: SocketAddr::from(([0, 0, 0, 0], 0)) };
        let output = child.process.stdout.take().expect("its output is piped");
        let mut first = String::new();
        BufReader::new(output).read_line(&mut first)?;
        let address = first.trim().strip_prefix("listening on ").and_then(|text| text.parse().ok());
        child.address = address.ok_or_else(|| {
            io::Error::other(format!("the server ({pattern}) ended before it listened"))
        })?;
        Ok(child)
    }

    /// How the process has ended, if it has: it should go on until this is dropped.
    ///
    /// # Errors
    /// What the system says.
    pub fn end(&mut self) -> io::Result<Option<ExitStatus>> {
        self.process.try_wait()
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
