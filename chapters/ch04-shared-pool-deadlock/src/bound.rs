//! How many threads are enough: the exact bound for requests that split once.
//!
//! A parent that waits holds a worker. As long as one worker is left that is no parent's, children
//! get done, and in the end everybody's. If parents can take all of them, one day they will.

/// Threads with which `parents` at once never hang: one more than there are parents.
///
/// Nobody splits: one thread is enough for any number of jobs.
// ANCHOR: bound
pub fn threads_needed(parents: usize) -> usize {
    parents.saturating_add(1)
}

/// Whether a pool of `threads` can hang when `parents` at once wait for children in its queue.
pub fn will_deadlock(threads: usize, parents: usize) -> bool {
    threads < threads_needed(parents)
}
// ANCHOR_END: bound
