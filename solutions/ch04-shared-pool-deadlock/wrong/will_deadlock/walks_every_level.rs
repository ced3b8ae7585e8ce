//! Wrong answer to exercise 4.2: the right sum, saturated, one level after the other, to the last of four thousand million.
//!
//! looked right: With the depths of real pools it is done at once.
//! caught by: will_deadlock_contract::what_does_not_fit_is_the_largest_number
//! diagnosis: depth: 4294967295 }` hangs

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
        level = level.saturating_mul(load.fan_out);
    }
    waiting.saturating_add(1)
}

/// Whether a pool of `threads` can hang under this load.
pub fn will_deadlock(threads: usize, load: Load) -> bool {
    threads < threads_needed(load)
}
