//! The sleepers: the classic experiment with many clients whose requests take long and compute
//! nothing.
//!
//! So many clients at a time each connect, send one request, wait for its echo and end the
//! connection; the server sleeps over each request. Chapter 1's server and this chapter's run as
//! child processes, one after the other, both under the same cap on threads. The *ideal* time is
//! what the sleeping alone takes if all clients are always served at once: the requests of the busiest
//! client (requests ÷ clients, rounded up) × sleep.

mod child;
mod load;
mod plan;
mod servers;
mod source;
mod table;
mod tally;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ch00_workbench::resources::{ProcessUse, process_use};

use crate::executors::no_thread;
use child::Child;
pub use load::Load;
pub use plan::Plan;
pub use servers::{Pattern, serve};
pub use table::{brief, table};
pub use tally::{Failure, Tally};

/// Threads of a server's process that are no part of its pattern: the one that waits for the end of
/// the process's input.
const SPARE_THREADS: usize = 1;

/// How often a running server is looked at: often enough to meet the peak of its threads.
const LOOK: Duration = Duration::from_millis(50);

/// What came of one server.
#[derive(Debug)]
pub struct Row {
    /// Which server.
    pub pattern: Pattern,
    /// How the requests ended.
    pub tally: Arc<Tally>,
    /// From the first connect to the last end.
    pub took: Duration,
    /// The server's peak of threads and memory, and its processor time; `None` where the system
    /// does not tell.
    pub used: Option<ProcessUse>,
}

/// Runs one server as a child process and sends it all requests; `progress` is called now and then.
///
/// # Errors
/// If the child cannot be started, or the load generator gets no threads. Requests that fail are no
/// errors here: they are counted.
pub fn run(plan: &Plan, pattern: Pattern, progress: impl Fn(&Tally) + Sync) -> io::Result<Row> {
    let mut child = Child::start(pattern, plan)?;
    let tally = Arc::new(Tally::default());
    let load = Load::new(child.address, plan, Arc::clone(&tally));
    let id = child.id();
    let (took, used) = thread::scope(|scope| -> io::Result<_> {
        let (running, ended) = mpsc::channel();
        let look = thread::Builder::new().name("watch".to_owned());
        let look = look.spawn_scoped(scope, || watch(id, ended, || progress(&tally)));
        let look = look.map_err(|error| no_thread("watch", &error))?;
        let took = load.run();
        drop(running);
        Ok((took?, look.join().expect("looking does not panic")))
    })?;
    match child.end()? {
        None => Ok(Row { pattern, tally, took, used }),
        Some(end) => Err(io::Error::other(format!("the server ({pattern}) ended early: {end}"))),
    }
}

/// Looks at the process until the other end of `ended` is dropped; returns the last look, with the
/// most threads of all looks.
fn watch(id: u32, ended: Receiver<()>, progress: impl Fn()) -> Option<ProcessUse> {
    let mut last = None;
    let mut threads = 0;
    loop {
        last = process_use(id).or(last);
        threads = threads.max(last.map_or(0, |used| used.threads));
        progress();
        if ended.recv_timeout(LOOK) != Err(RecvTimeoutError::Timeout) {
            last = process_use(id).or(last);
            let threads = threads.saturating_sub(SPARE_THREADS);
            return last.map(|used| ProcessUse { threads, ..used });
        }
    }
}
