//! The children that run at this moment, each the leader of a process group of its own.
//!
//! A group of its own, because cargo starts the tests, and a test may start what it likes: only
//! the group reaches them all. The price: the terminal's Ctrl-C does not reach a group in the
//! background, so whoever handles it must call [`kill_all`].

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard};

/// The process ids of the children that have been started and not yet reaped.
///
/// Held while a child is started and while one is reaped: no child is ever running unlisted, and
/// no listed id can have been given to somebody else's process.
static LIVE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Starts `command` as the leader of a new group.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut live = live();
    let child = command.spawn()?;
    live.push(child.id());
    Ok(child)
}

/// The child's status if it has ended.
pub(super) fn reap(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let mut live = live();
    let status = child.try_wait()?;
    if status.is_some() {
        live.retain(|id| *id != child.id());
    }
    Ok(status)
}

/// Kills the group that `id` leads. No error if it has gone already: that is all we want.
#[cfg(unix)]
pub(super) fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(id, Signal::KILL);
    }
}

/// Kills the process `id` and all that descend from it.
#[cfg(not(unix))]
pub(super) fn kill(id: u32) {
    let id = id.to_string();
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &id]).output();
}

/// Kills every child, and lets no further one be started as long as the guard lives.
pub fn kill_all() -> impl Drop {
    let live = live();
    live.iter().copied().for_each(kill);
    live
}

fn live() -> MutexGuard<'static, Vec<u32>> {
    // A list of numbers is whole after any panic.
    LIVE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
