//! The pool in numbers.

use std::fmt;
use std::ops::AddAssign;

use crate::sync::{AtomicU64, Ordering};

/// A look at the pool.
///
/// When nothing is under way, every job that was offered is counted once: under `completed`,
/// `panicked`, `discarded`, `cancelled`, `rejected` or `returned`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Workers whose thread runs. 0 while jobs are refused for want of a thread.
    pub live: usize,
    /// Workers that wait for a job.
    pub idle: usize,
    /// Jobs that were accepted and wait for a worker.
    pub queued: usize,
    /// The most workers there have been at once.
    pub largest: usize,
    /// Jobs that ran to their end, on a worker or on their caller.
    pub completed: u64,
    /// Jobs that panicked, on a worker or on their caller.
    pub panicked: u64,
    /// Jobs whose handle took them back before they began.
    pub cancelled: u64,
    /// Jobs that the policy gave up.
    pub discarded: u64,
    /// Jobs that were turned away with an error.
    pub rejected: u64,
    /// Jobs that a closed pool handed back before they began.
    pub returned: u64,
}

impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Metrics { live, queued, largest, completed, panicked, .. } = self;
        let Metrics { cancelled, discarded, rejected, .. } = self;
        write!(
            f,
            "workers: {live}, {largest} at most; {queued} queued; {completed} completed, \
             {panicked} panicked, {cancelled} cancelled, {discarded} discarded, {rejected} rejected"
        )
    }
}

/// How a job has ended that a thread took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It ran to its end.
    Completed,
    /// It panicked, and the panic went no further.
    Panicked,
    /// Its handle had cancelled it: nothing was run.
    Cancelled,
}

/// The ended jobs of one thread. Only that thread writes, so no two threads contend for the
/// numbers; they fill a cache line of their own for the same reason.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Tally {
    completed: AtomicU64,
    panicked: AtomicU64,
    cancelled: AtomicU64,
}

impl Tally {
    /// Counts a job; for the one thread that writes.
    pub fn count(&self, ended: Ended) {
        let number = match ended {
            Ended::Completed => &self.completed,
            Ended::Panicked => &self.panicked,
            Ended::Cancelled => &self.cancelled,
        };
        // Relaxed, and no read-modify-write: there is one writer, and a reader wants numbers, not
        // what happened before them.
        number.store(number.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
}

/// Sums over the pool's life, guarded by the crew's lock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pub completed: u64,
    pub panicked: u64,
    pub cancelled: u64,
    pub discarded: u64,
    pub rejected: u64,
    pub returned: u64,
}

impl AddAssign<&Tally> for Sums {
    fn add_assign(&mut self, tally: &Tally) {
        self.completed += tally.completed.load(Ordering::Relaxed);
        self.panicked += tally.panicked.load(Ordering::Relaxed);
        self.cancelled += tally.cancelled.load(Ordering::Relaxed);
    }
}

impl AddAssign<Ended> for Sums {
    fn add_assign(&mut self, ended: Ended) {
        match ended {
            Ended::Completed => self.completed += 1,
            Ended::Panicked => self.panicked += 1,
            Ended::Cancelled => self.cancelled += 1,
        }
    }
}
