//! The books: which jobs are queued, which run and where, which threads wait for which latch, and
//! who could open it.
//!
//! One copy of them is a moment of the whole program. They are plain data: [`crate::registry`]
//! keeps them under one lock, and [`crate::graph`] reads a copy.

use std::collections::BTreeMap;
use std::panic::Location;
use std::time::Instant;

use crate::latch::{Latch, WeakLatch};

/// A pool's number in the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PoolId(pub u64);

/// A job's number in the books. Later jobs have higher ones, so their order is the queue's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// A latch's number in the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LatchId(pub u64);

/// An opener's number in the books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenerId(pub u64);

/// All that is known of pools, jobs, latches and waits.
#[derive(Clone, Debug, Default)]
pub struct Books {
    /// Grows with everything that gets the program on: a job begins or ends, a latch opens. A wait
    /// that begins is none.
    pub steps: u64,
    /// The number that was given out last.
    last_number: u64,
    /// Pools that are there.
    pub pools: BTreeMap<PoolId, PoolEntry>,
    /// Jobs that are queued or run.
    pub jobs: BTreeMap<JobId, JobEntry>,
    /// Latches that somebody still has.
    pub latches: BTreeMap<LatchId, LatchEntry>,
    /// Openers that are not used up: a latch is closed as long as it has one.
    pub openers: BTreeMap<OpenerId, OpenerEntry>,
    /// Threads that wait, in the order in which they began to.
    pub waits: BTreeMap<u64, WaitEntry>,
}

/// A pool.
#[derive(Clone, Debug)]
pub struct PoolEntry {
    /// Its workers are called `NAME-1`, `NAME-2` and so on.
    pub name: String,
    /// Workers at most.
    pub threads: usize,
}

/// A job that is queued or runs.
#[derive(Clone, Debug)]
pub struct JobEntry {
    /// What it is called in dumps.
    pub name: String,
    /// Where it was submitted.
    pub pool: PoolId,
    /// Since when it has been in its stage.
    pub since: Instant,
    /// Queued, or running.
    pub stage: Stage,
}

/// Where a job is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for a worker.
    Queued,
    /// A thread runs it.
    Running {
        /// The thread's name.
        thread: String,
        /// The `steps` at its beginning: of two jobs on one thread, the later is the inner one.
        begun: u64,
        /// It runs inside its parent, which helps; so it takes no worker of its own.
        helped: bool,
    },
}

/// A latch.
#[derive(Clone, Debug)]
pub struct LatchEntry {
    /// What it is called in dumps.
    pub name: String,
    /// The line that made it.
    pub site: &'static Location<'static>,
    /// Somebody from outside opened it, whatever its openers are up to.
    pub by_hand: bool,
    /// The latch itself, for who wants to open it by hand; the books keep nothing alive.
    pub(crate) latch: WeakLatch,
}

impl LatchEntry {
    /// The latch, if somebody still has it.
    pub fn latch(&self) -> Option<Latch> {
        self.latch.upgrade()
    }
}

/// The right and duty to count a latch down, once.
#[derive(Clone, Debug)]
pub struct OpenerEntry {
    /// The latch.
    pub latch: LatchId,
    /// The job that has it; `None`: somebody outside of all pools, who may use it at any time.
    pub holder: Option<JobId>,
}

/// A thread that waits.
#[derive(Clone, Debug)]
pub struct WaitEntry {
    /// The thread's name.
    pub thread: String,
    /// What it waits for.
    pub latch: LatchId,
    /// Since when.
    pub since: Instant,
}

impl Books {
    /// A number that nothing else has.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// Whether whoever waits for this latch has to go on waiting.
    pub fn is_closed(&self, latch: LatchId) -> bool {
        let by_hand = self.latches.get(&latch).is_some_and(|entry| entry.by_hand);
        !by_hand && self.openers.values().any(|opener| opener.latch == latch)
    }

    /// The job that a thread is at: the innermost, if it helps.
    pub fn running_on(&self, thread: &str) -> Option<(JobId, &JobEntry)> {
        let begun_here = |job: &JobEntry| match &job.stage {
            Stage::Running { thread: runs, begun, .. } if runs == thread => Some(*begun),
            _ => None,
        };
        let here = self.jobs.iter().filter_map(|(id, job)| Some((begun_here(job)?, *id, job)));
        here.max_by_key(|(begun, id, _)| (*begun, *id)).map(|(_, id, job)| (id, job))
    }

    /// The threads that work for a pool now, in the order of their jobs.
    pub fn busy(&self, pool: PoolId) -> Vec<&str> {
        let own = self.jobs.values().filter(|job| job.pool == pool);
        own.filter_map(|job| match &job.stage {
            Stage::Running { thread, helped: false, .. } => Some(thread.as_str()),
            _ => None,
        })
        .collect()
    }

    /// The jobs that wait for a worker of a pool, oldest first.
    pub fn queued(&self, pool: PoolId) -> impl Iterator<Item = (JobId, &JobEntry)> {
        let own = self.jobs.iter().filter(move |(_, job)| job.pool == pool);
        own.filter(|(_, job)| job.stage == Stage::Queued).map(|(id, job)| (*id, job))
    }
}
