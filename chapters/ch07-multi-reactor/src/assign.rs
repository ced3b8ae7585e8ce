//! Which worker gets the next connection. It keeps it until it closes, so a choice that turns out
//! badly is not mended.

use crate::sync::{Arc, AtomicUsize, Ordering};

/// A policy: this chapter's own, or the learner's (`--mine`).
pub trait Assign: Send + Sync {
    /// The worker for one more connection, from 0. It counts as that worker's from now on.
    fn assign(&self) -> usize;

    /// A connection of `worker` has closed. Workers call this, each on its own thread.
    fn closed(&self, worker: usize);
}

/// One after the other. What becomes of a connection later does not matter: if those with even
/// numbers close soon, and those with odd ones stay, one of two workers has all the work.
pub struct RoundRobin {
    workers: usize,
    assigned: AtomicUsize,
}

impl RoundRobin {
    /// Takes turns among so many workers.
    pub fn new(workers: usize) -> RoundRobin {
        RoundRobin { workers, assigned: AtomicUsize::new(0) }
    }
}

impl Assign for RoundRobin {
    fn assign(&self) -> usize {
        // Relaxed: a number to count on, and no other memory goes with it.
        self.assigned.fetch_add(1, Ordering::Relaxed) % self.workers
    }

    fn closed(&self, _worker: usize) {}
}

/// To whoever has fewest open; of several, to the first.
///
/// Made for one acceptor: it looks and then counts, in two steps, and only it adds. Connections
/// that close in between can only make its choice a little worse than it could have been.
pub struct LeastConnections {
    /// Open connections, by worker.
    open: Vec<AtomicUsize>,
}

impl LeastConnections {
    /// Counts the connections of so many workers.
    pub fn new(workers: usize) -> LeastConnections {
        LeastConnections { open: (0..workers).map(|_| AtomicUsize::new(0)).collect() }
    }
}

impl Assign for LeastConnections {
    // ANCHOR: least
    fn assign(&self) -> usize {
        // Relaxed, here and below: numbers to compare, and no other memory goes with them.
        let fewest = (0..self.open.len()).min_by_key(|&n| self.open[n].load(Ordering::Relaxed));
        let worker = fewest.expect("there is a worker at least");
        self.open[worker].fetch_add(1, Ordering::Relaxed);
        worker
    }
    // ANCHOR_END: least

    fn closed(&self, worker: usize) {
        self.open[worker].fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection's place with its worker. Dropping it tells the policy, also if that is because the
/// connection never got there.
pub struct Seat {
    policy: Arc<dyn Assign>,
    worker: usize,
}

impl Seat {
    /// Asks `policy` for a place.
    pub fn take(policy: &Arc<dyn Assign>) -> Seat {
        Seat { worker: policy.assign(), policy: Arc::clone(policy) }
    }

    /// The worker, from 0.
    pub fn worker(&self) -> usize {
        self.worker
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.policy.closed(self.worker);
    }
}
