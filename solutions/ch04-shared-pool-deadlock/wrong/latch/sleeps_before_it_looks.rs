//! Wrong answer to exercise 4.1: who comes to a latch waits; but if it is open already, nobody comes to wake.
//!
//! looked right: A waiter that comes before the last count is woken by it, and most do.
//! caught by: latch_contract::a_latch_of_zero_is_open
//! diagnosis: hangs: not done within

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
        if *count == 0 {
            // The lock is held: who looked before this is asleep by now, and is woken; who looks
            // after it sees zero.
            self.shared.opened.notify_all();
        }
    }

    /// Waits until the latch is open.
    pub fn wait(&self) {
        let mut count = self.shared.lock();
        loop {
            count = self.shared.opened.wait(count).unwrap_or_else(PoisonError::into_inner);
            if *count == 0 {
                return;
            }
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
