//! Wrong answer to exercise 4.2: a thread for each request and one more, whether they wait or not.
//!
//! looked right: For every load in which jobs wait, the number is right.
//! caught by: will_deadlock_contract::who_waits_for_nobody_needs_one_thread
//! diagnosis: no job ever waits

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
    // Jobs that wait: `requests` on the first level, and on each further one `fan_out` times more.
    let mut waiting = 0_usize;
    let mut level = load.requests;
    for _ in 0..load.depth {
        waiting = waiting.saturating_add(level);
        level = level.saturating_mul(load.fan_out);
        if level == 0 || waiting == usize::MAX {
            break; // nothing changes any more, however deep it goes
        }
        if load.fan_out == 1 {
            let depth = usize::try_from(load.depth).unwrap_or(usize::MAX);
            waiting = load.requests.saturating_mul(depth);
            break;
        }
    }
    waiting.saturating_add(1)
}

/// Whether a pool of `threads` can hang under this load.
pub fn will_deadlock(threads: usize, load: Load) -> bool {
    threads < threads_needed(load)
}
