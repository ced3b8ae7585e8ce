//! Exercise 4.2: how many threads are enough
//!
//! Requests come to a pool with one queue, first in, first out. A request is a job that splits into
//! `fan_out` jobs, each of these splits again, and so on, `depth` times. A job that splits submits
//! all its children to the *same* pool and then waits for them, and it holds its worker all the
//! while. Jobs of the last level split no more and just end.
//!
//! The chapter knows the answer for requests that split once. Find it for all of them, exactly: one
//! thread fewer, and there is an order of events in which the pool hangs; with as many, there is
//! none.
//!
//! What holds when you are done:
//!
//! * The answer is never 0: even jobs that wait for nobody need a worker.
//! * What does not fit into a `usize` is `usize::MAX`, and no panic.
//! * The answer comes at once, also for a depth of four thousand million.

/// Requests, and how they split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Requests that there can be at once.
    pub requests: usize,
    /// Children of each job that splits.
    pub fan_out: usize,
    /// How often a request splits; 0: its job ends without splitting.
    pub depth: u32,
}

/// The smallest number of threads with which this load never hangs a pool.
pub fn threads_needed(load: Load) -> usize {
    todo!("exercise 4.2: how many jobs can wait at once, at most?")
}

/// Whether a pool of `threads` can hang under this load.
pub fn will_deadlock(threads: usize, load: Load) -> bool {
    todo!("exercise 4.2: compare, and mind the boundary")
}
