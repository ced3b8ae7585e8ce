//! Wrong answer to exercise 4.1: a deadline is now plus the limit, until somebody asks for a limit beyond all clocks.
//!
//! looked right: For every limit that a person would choose, the sum fits.
//! caught by: latch_contract::a_limit_may_be_as_long_as_it_likes
//! diagnosis: overflow when adding duration to instant

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
        while *count > 0 {
            count = self.shared.opened.wait(count).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until the latch is open, up to `limit`; returns whether it is open.
    pub fn wait_within(&self, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        let mut count = self.shared.lock();
        while *count > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
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
