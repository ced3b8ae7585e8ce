//! A chapter's program as a child process.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use crate::{Client, Journal};

/// A chapter's program, to be run with flags.
#[derive(Clone, Copy)]
pub struct Program {
    /// `env!("CARGO_BIN_EXE_chNN-name")`.
    pub path: &'static str,
}

impl Program {
    /// A command without colour, whatever the environment says.
    pub fn command(&self, flags: &[&str]) -> Command {
        let mut command = Command::new(self.path);
        command.args(flags).env("NO_COLOR", "1").env_remove("RUST_BACKTRACE");
        command.stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn run(&self, flags: &[&str]) -> Output {
        self.command(flags).output().expect("the program can be started")
    }

    /// Starts `serve` with `flags` on a free port and waits until it listens.
    ///
    /// # Panics
    /// If it does not say where it listens.
    pub fn serve(&self, flags: &[&str]) -> Serving {
        let mut command = self.command(&["serve", "--addr", "127.0.0.1:0"]);
        Serving::start(command.args(flags))
    }
}

/// A server as a child process; dropping it kills the process.
pub struct Serving {
    child: Child,
    output: BufReader<ChildStdout>,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Serving {
    /// Starts `command`, which must print `listening on ADDRESS` as a line of its own.
    ///
    /// # Panics
    /// If it does not.
    pub fn start(command: &mut Command) -> Serving {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it can be started");
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        // From here on the process is ended when this is dropped, also by a panic below.
        let mut serving = Serving { child, output, address: SocketAddr::from(([0, 0, 0, 0], 0)) };
        let mut seen = String::new();
        loop {
            let start = seen.len();
            let length = serving.output.read_line(&mut seen).expect("its output is text");
            assert!(length > 0, "it ended before it listened; it said:\n{seen}");
            if let Some(address) = seen[start..].trim().strip_prefix("listening on ") {
                serving.address = address.parse().expect("an address");
                return serving;
            }
        }
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Connects a client that tells nothing.
    ///
    /// # Panics
    /// If nobody listens.
    pub fn connect(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("it listens")
    }

    /// Sends a signal.
    ///
    /// # Panics
    /// If the process has ended and was waited for.
    #[cfg(unix)]
    pub fn send(&self, signal: rustix::process::Signal) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, signal).expect("it is our child");
    }

    /// Kills the process and returns what it had printed since it began to listen.
    pub fn kill(mut self) -> String {
        let _ = self.child.kill();
        self.rest()
    }

    /// Waits for the process's own end; returns whether it was a good one, and what it printed.
    pub fn wait(mut self) -> (bool, String) {
        let printed = self.rest();
        let status = self.child.wait().expect("it was started");
        (status.success(), printed)
    }

    fn rest(&mut self) -> String {
        let mut printed = Vec::new();
        let _ = self.output.read_to_end(&mut printed);
        String::from_utf8_lossy(&printed).into_owned()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
