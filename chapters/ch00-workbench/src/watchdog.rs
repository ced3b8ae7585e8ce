//! A watchdog: a test that hangs tells who waits for what, and ends.
//!
//! A test harness waits for a hung test for ever. `within` bounds the wait: when the limit passes
//! it writes what each thread is doing straight to stderr and aborts the whole process, since a
//! thread that waits for ever cannot be ended in any other way.

use std::io::{self, Write};
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::journal::{self, Entry, Memory};
use crate::threads::{self, ThreadState};

/// Entries of a journal's end that a report shows: enough to see the last few steps of each thread.
const LAST_ENTRIES: usize = 40;

/// Runs `body` on this thread and returns what it returns, or ends the process after `limit`.
///
/// The report names each thread with what it waits in (on Linux, from the kernel) and shows the
/// journals that this thread has kept in [`Memory`] and that are still alive.
///
/// ```
/// use ch00_workbench::within;
/// use std::time::Duration;
///
/// assert_eq!(within(Duration::from_secs(5), || 6 * 7), 42);
/// ```
// ANCHOR: within
pub fn within<T>(limit: Duration, body: impl FnOnce() -> T) -> T {
    let subject = thread::current().name().unwrap_or("unnamed").to_owned();
    let journals = journal::kept_by_this_thread();
    let (finished, wait) = mpsc::channel::<()>();
    let watcher = thread::Builder::new().name("watchdog".to_owned()).spawn(move || {
        // The sender is only ever dropped, by the end of `body` or by its panic.
        if wait.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            let report = report(&subject, limit, &journals.alive());
            // Not eprintln!: a test harness captures that, and an abort loses what is captured.
            let _ = io::stderr().lock().write_all(report.as_bytes());
            process::abort();
        }
    });
    let watcher = watcher.expect("a watchdog needs one more thread");
    let result = {
        let _ends_the_watch = finished;
        body()
    };
    watcher.join().expect("the watchdog does not panic");
    result
}
// ANCHOR_END: within

fn report(subject: &str, limit: Duration, journals: &[Memory]) -> String {
    let mut text = format!("\nwatchdog: `{subject}` hangs: not done within {limit:?}.\n");
    text += "Who waits for what:\n";
    let threads = threads::of_this_process();
    let width = threads.iter().map(|thread| thread.name.chars().count()).max().unwrap_or(0);
    for ThreadState { name, doing } in threads {
        text += &format!("  {name:width$}  {doing}\n");
    }
    for entries in journals.iter().map(Memory::entries).filter(|entries| !entries.is_empty()) {
        text += "The journal's last entries:\n";
        text += &last_of(&entries);
    }
    text += "The process ends here, since a thread that waits for ever cannot be ended alone.\n";
    text
}

fn last_of(entries: &[Entry]) -> String {
    let skipped = entries.len().saturating_sub(LAST_ENTRIES);
    entries[skipped..].iter().map(|entry| format!("  {entry}\n")).collect()
}
