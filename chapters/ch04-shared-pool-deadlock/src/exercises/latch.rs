//! Exercise 4.1: a latch that opens once
//!
//! A [`Latch`] is made with a count. Whoever has done their part counts it down; at zero it opens,
//! and stays open. Threads wait in front of it, as many as like. The chapter's own latch keeps its
//! count in the books that all share; yours stands alone.
//!
//! What holds when you are done:
//!
//! * Nobody passes before the count is zero, however often they are woken before that.
//! * At zero *all* who wait pass, and who comes later does not wait at all.
//! * The count never falls below zero: to count an open latch down does nothing.
//! * Who waits with a limit hears whether the latch is open. A limit of zero is a question without a
//!   wait, and one of `Duration::MAX` is as good as none.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

use std::time::{Duration, Instant};

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
        todo!("exercise 4.1: count one down, and at zero wake whom it concerns")
    }

    /// Waits until the latch is open.
    pub fn wait(&self) {
        todo!("exercise 4.1: wait until the count is zero")
    }

    /// Waits until the latch is open, up to `limit`; returns whether it is open.
    pub fn wait_within(&self, limit: Duration) -> bool {
        todo!("exercise 4.1: the same, but not for longer than the limit in all")
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
