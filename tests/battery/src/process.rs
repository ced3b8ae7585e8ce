//! A server as a child process, with all that it prints kept for a failure's text.

#[cfg(target_os = "linux")]
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use ch00_workbench::resources::{ProcessUse, process_use};
use tempfile::NamedTempFile;

use crate::expected::{KILLED, patience};
use crate::programs;
use crate::servers::Server;

/// How often a fact outside of this process is looked at, where nothing tells of its change.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(2);

/// Any free port.
pub const ANY_PORT: &str = "127.0.0.1:0";

/// A running server; dropping it kills it.
pub struct Process {
    child: Child,
    printed: NamedTempFile,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Process {
    /// Starts `serve` with the server's own flags and `flags`, and waits until it listens.
    ///
    /// # Errors
    /// If it cannot be started, or does not listen; with what it printed.
    pub fn start(server: &Server, flags: &str, address: &str) -> Result<Process> {
        let printed = NamedTempFile::new()?;
        // Both streams append, so that neither overwrites the other's lines.
        let appending = || File::options().append(true).open(printed.path());
        let flags = server.flags.split_whitespace().chain(flags.split_whitespace());
        let child = Command::new(programs::path(server.package))
            .args(["serve", "--quiet", "--addr", address])
            .args(flags)
            .env("NO_COLOR", "1")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null())
            .stdout(appending()?)
            .stderr(appending()?)
            .spawn()
            .with_context(|| format!("{} cannot be started", server.package))?;
        let address = SocketAddr::from(([0, 0, 0, 0], 0));
        let mut process = Process { child, printed, address };
        process.address = process.wait_until_it_listens()?;
        Ok(process)
    }

    fn wait_until_it_listens(&mut self) -> Result<SocketAddr> {
        let said = poll(patience(), || {
            let printed = self.printed();
            let whole = printed.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            let address = whole.filter_map(|line| line.strip_prefix("listening on ")).next();
            let ended = self.child.try_wait().is_ok_and(|status| status.is_some());
            match address {
                Some(address) => Some(Ok(address.trim().to_owned())),
                None => ended.then_some(Err(printed)),
            }
        });
        match said {
            Some(Ok(address)) => address.parse().context("it listens on an address"),
            Some(Err(printed)) => bail!("it ended before it listened; it printed:\n{printed}"),
            None => bail!("it did not listen within {:?}", patience()),
        }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// All that it has printed so far.
    pub fn printed(&self) -> String {
        fs::read_to_string(self.printed.path()).unwrap_or_default()
    }

    /// What it uses.
    ///
    /// # Errors
    /// If it has ended, and on all systems but Linux.
    pub fn uses(&self) -> Result<ProcessUse> {
        process_use(self.id()).context("the server has ended, or the system does not tell")
    }

    /// Whether it has not ended yet.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills it, whatever it does.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Tells it to end: SIGTERM.
    #[cfg(unix)]
    pub fn tell_to_end(&self) -> Result<()> {
        use rustix::process::{Pid, Signal, kill_process};
        kill_process(Pid::from_child(&self.child), Signal::TERM).context("SIGTERM is sent")
    }

    /// Nothing here has a polite kill for one other process: the cases that need it are not run.
    #[cfg(not(unix))]
    pub fn tell_to_end(&self) -> Result<()> {
        bail!("this system has no SIGTERM")
    }

    /// Waits for its end, whatever ends it.
    pub fn wait_until_it_has_ended(&mut self) -> Result<()> {
        let ended = poll(patience(), || (!self.is_running()).then_some(()));
        ended.with_context(|| format!("it did not end within {:?}", patience()))
    }

    /// Allows it `more` descriptors than it has open now.
    #[cfg(target_os = "linux")]
    pub fn allow_descriptors(&self, more: usize) -> Result<()> {
        use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
        let open = fs::read_dir(format!("/proc/{}/fd", self.id()))?;
        let open: BTreeSet<u64> =
            open.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
        // A limit of n allows the numbers below n, and each takes the lowest one that is free.
        let last = (0..).filter(|number| !open.contains(number)).nth(more);
        let maximum = getrlimit(Resource::Nofile).maximum;
        let limit = Rlimit { current: last, maximum };
        prlimit(Some(Pid::from_child(&self.child)), Resource::Nofile, limit)?;
        Ok(())
    }

    /// Other systems do not let one process limit another: the case that needs it is not run.
    #[cfg(not(target_os = "linux"))]
    pub fn allow_descriptors(&self, _: usize) -> Result<()> {
        bail!("this system cannot limit the descriptors of another process")
    }

    /// Waits for its own end, with this exit code.
    ///
    /// # Errors
    /// If it does not end in time, or in another way.
    pub fn expect_end(&mut self, code: i32, limit: Duration) -> Result<()> {
        let status = poll(limit, || self.child.try_wait().transpose());
        let status = status.with_context(|| format!("it did not end within {limit:?}"))??;
        if let Some(signal) = signal_of(status) {
            bail!("it {KILLED} {signal}, and should have ended with exit code {code}");
        }
        let ended = status.code().unwrap_or(-1);
        ensure!(ended == code, "it ended with exit code {ended} instead of {code}");
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.kill();
    }
}

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_of(_: ExitStatus) -> Option<i32> {
    None
}

/// Asks again and again until there is an answer, for at most `limit`.
pub fn poll<T>(limit: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + limit;
    loop {
        // Looked at before the question: on a busy machine the last answer must count.
        let late = Instant::now() >= deadline;
        match ask() {
            None if !late => thread::sleep(LOOK_AGAIN_AFTER),
            answer => return answer,
        }
    }
}
