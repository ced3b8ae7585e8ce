//! A server as a child process, on the core it shall have.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{self, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;

use anyhow::{Context, bail};

use crate::affinity::pin_this_thread;

/// A running server; dropping it ends the process.
pub struct Child {
    process: process::Child,
    /// Open as long as the process is: it may have something to say at any time.
    _output: BufReader<ChildStdout>,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Child {
    /// Starts `program`, on `core` if there is one, and waits until it listens.
    ///
    /// # Errors
    /// If it cannot be started, or ends before it listens; it has then said why itself.
    pub fn start(program: &Path, line: &[String], core: Option<usize>) -> anyhow::Result<Child> {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = Command::new(program);
        command.args(line).stdin(Stdio::null()).stdout(Stdio::piped());
        own_group(&mut command);
        let process = spawn_on(core, command).with_context(|| format!("cannot start {name}"))?;
        let mut ends_on_drop = Ends(Some(process));
        let process = ends_on_drop.0.as_mut().expect("it was put in");
        let mut output = BufReader::new(process.stdout.take().expect("its output is piped"));
        let address = loop {
            let mut said = String::new();
            if output.read_line(&mut said)? == 0 {
                bail!("{name} ended before it listened");
            }
            if let Some(address) = said.trim().strip_prefix("listening on ") {
                break address.parse().with_context(|| format!("{name} listens on no address"))?;
            }
        };
        let process = ends_on_drop.0.take().expect("nobody has taken it");
        Ok(Child { process, _output: output, address })
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
        end(&mut self.process);
    }
}

/// Ends the process, unless it was taken out.
struct Ends(Option<process::Child>);

impl Drop for Ends {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(end);
    }
}

fn end(process: &mut process::Child) {
    let _ = process.kill();
    let _ = process.wait();
}

/// A process starts on the cores of the thread that starts it: so a thread that goes to the core
/// first, and has nothing else to do.
fn spawn_on(core: Option<usize>, mut command: Command) -> anyhow::Result<process::Child> {
    let Some(core) = core else { return Ok(command.spawn()?) };
    let starter = thread::Builder::new().name("starter".to_owned()).spawn(move || {
        pin_this_thread(core).with_context(|| format!("cannot run on core {core}"))?;
        anyhow::Ok(command.spawn()?)
    })?;
    starter.join().expect("starting does not panic")
}

/// Ctrl-C goes to all processes of a terminal's group. It is meant for the comparison, which still
/// wants the server's last answers.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}
