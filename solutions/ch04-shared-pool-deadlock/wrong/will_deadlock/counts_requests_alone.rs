//! Wrong answer to exercise 4.2: each request needs a thread and one is left over; but its children split and wait as well.
//!
//! looked right: Where the children do not split again, the number is right.
//! caught by: will_deadlock_contract::every_level_that_splits_counts
//! diagnosis: 10 + 20 + 40 jobs wait at once

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
    if load.fan_out == 0 {
        return 1; // a job without children waits for nobody
    }
    // Jobs that wait: `requests` on the first level, and on each further one `fan_out` times more.
    let mut waiting = 0_usize;
    let mut level = load.requests;
    for _ in 0..load.depth {
        waiting = waiting.saturating_add(level);
        level = 0;
        if level == 0 || waiting == usize::MAX {
            break; // nothing changes any more, however deep it goes
        }
    }
    waiting.saturating_add(1)
}

/// Whether a pool of `threads` can hang under this load.
pub fn will_deadlock(threads: usize, load: Load) -> bool {
    threads < threads_needed(load)
}
