//! Wrong answer to exercise 4.1: every part that is done wakes the waiters, and who is woken believes that it was the last.
//!
//! looked right: With a single part, the first wake-up is the last.
//! caught by: latch_model::nobody_passes_before_zero
//! diagnosis: passed with 1 part(s) still to be done

use std::time::Duration;
use std::time::Instant;

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A latch; clones are the same one.
#[derive(Clone)]
pub struct Latch {
    shared: Arc<Shared>,
}

struct Shared {
    /// Parts that are still to be done. It only falls, and zero is the end.
    count: Mutex<usize>,
    /// Signalled when the latch opens.
    opened: Condvar,
}

impl Latch {
    /// A latch that opens when it has been counted down `count` times; with 0 it is open.
    pub fn new(count: usize) -> Latch {
        let shared = Shared { count: Mutex::new(count), opened: Condvar::new() };
        Latch { shared: Arc::new(shared) }
    }

    /// Counts one down; an open latch stays as it is.
    pub fn count_down(&self) {
        let mut count = self.shared.lock();
        if *count == 0 {
            return;
        }
        *count -= 1;
        self.shared.opened.notify_all();
    }

    /// Waits until the latch is open.
    pub fn wait(&self) {
        let count = self.shared.lock();
        if *count > 0 {
            drop(self.shared.opened.wait(count).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Waits until the latch is open, up to `limit`; returns whether it is open.
    pub fn wait_within(&self, limit: Duration) -> bool {
        // `None`: later than any clock can tell.
        let deadline = Instant::now().checked_add(limit);
        let mut count = self.shared.lock();
        while *count > 0 {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let left = left.unwrap_or(limit);
            if left.is_zero() {
                return false;
            }
            let woken = self.shared.opened.wait_timeout(count, left);
            count = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// Parts that are still to be done.
    pub fn count(&self) -> usize {
        *self.shared.lock()
    }
}

impl Shared {
    /// A thread that panicked left the count right: there is no panic between look and change.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
