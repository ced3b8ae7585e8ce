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
mod servers;
mod source;
mod table;
mod tally;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ch00_workbench::resources::{ProcessUse, process_use, raise_descriptor_limit};

use crate::executors::no_thread;
use child::Child;
pub use load::Load;
pub use servers::{Pattern, serve};
pub use table::{brief, table};
pub use tally::{Failure, Tally};

/// Descriptors that each process needs besides one for each client.
const SPARE_DESCRIPTORS: u64 = 100;

/// Threads of a server's process that are no part of its pattern: the one that waits for the end of
/// the process's input.
const SPARE_THREADS: usize = 1;

/// How often a running server is looked at: often enough to meet the peak of its threads.
const LOOK: Duration = Duration::from_millis(50);

/// The size of the experiment.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Clients at a time.
    pub clients: usize,
    /// Requests of all clients together.
    pub requests: u64,
    /// How long the server sleeps over a request.
    pub sleep: Duration,
    /// Threads that run this chapter's tasks.
    pub threads: usize,
    /// Neither server may start more threads than this for its clients.
    pub max_threads: usize,
}

impl Plan {
    /// The time that the sleeping alone takes: one client's requests follow each other.
    pub fn ideal(&self) -> Duration {
        let rounds = self.requests.div_ceil(self.clients.max(1) as u64);
        self.sleep.saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX))
    }

    /// The plan without the clients for whom there is no request.
    pub fn without_idlers(self) -> Plan {
        let busy = usize::try_from(self.requests).unwrap_or(usize::MAX);
        Plan { clients: self.clients.min(busy), ..self }
    }

    /// The plan with as many clients as this process may have descriptors for, and as many
    /// requests *each* as before; raises the limit as far as allowed, and says what it cost.
    pub fn that_fits(self) -> (Plan, Option<String>) {
        let limit = raise_descriptor_limit();
        let fit = limit.saturating_sub(SPARE_DESCRIPTORS).max(1);
        let wanted = self.clients as u64;
        if wanted <= fit {
            return (self, None);
        }
        let requests = u128::from(self.requests) * u128::from(fit) / u128::from(wanted);
        let requests = u64::try_from(requests).unwrap_or(self.requests).max(1);
        let note = format!(
            "{limit} descriptors allow {fit} of {wanted} clients here, and so {requests} requests"
        );
        (Plan { clients: usize::try_from(fit).unwrap_or(usize::MAX), requests, ..self }, Some(note))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ideal_is_the_time_of_the_busiest_client() {
        for (clients, requests, seconds) in [(10, 100, 20), (3, 4, 4), (5, 2, 2), (1, 7, 14)] {
            let sleep = Duration::from_secs(2);
            let plan = Plan { clients, requests, sleep, threads: 1, max_threads: 1 };
            let plan = plan.without_idlers();
            assert_eq!(plan.ideal(), Duration::from_secs(seconds), "{plan:?}");
            assert!(plan.clients as u64 <= requests, "{plan:?}");
        }
    }
}
