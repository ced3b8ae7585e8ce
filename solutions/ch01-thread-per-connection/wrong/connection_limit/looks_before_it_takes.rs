//! Wrong answer to exercise 1.2: each step holds the lock, and yet another thread comes in between the two.
//!
//! looked right: Clients that come one after the other never meet in the gap, and a tool that looks for data races finds none.
//! caught by: connection_limit_model::looking_and_taking_are_one_step
//! diagnosis: 2 connections at once, and 1 place(s)

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A fixed number of places; clones share them.
#[derive(Clone)]
pub struct ConnectionLimit {
    shared: Arc<Shared>,
}

struct Shared {
    /// Places that nobody has: from 0 to the number of places.
    free: Mutex<usize>,
    /// Signalled when a place becomes free.
    freed: Condvar,
}

/// A place taken; dropping it gives the place back.
pub struct Permit {
    shared: Arc<Shared>,
}

impl ConnectionLimit {
    /// A limit with `places` places, all free.
    pub fn new(places: usize) -> ConnectionLimit {
        let shared = Shared { free: Mutex::new(places), freed: Condvar::new() };
        ConnectionLimit { shared: Arc::new(shared) }
    }

    /// Takes a place; waits until one is free.
    pub fn acquire(&self) -> Permit {
        let mut free = self.shared.lock();
        // A loop: between the signal and this thread's turn, another may have taken the place.
        while *free == 0 {
            free = self.shared.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        self.permit()
    }

    /// Takes a place if one is free, without waiting.
    pub fn try_acquire(&self) -> Option<Permit> {
        if self.free() == 0 {
            return None;
        }
        let mut free = self.shared.lock();
        *free = free.saturating_sub(1);
        Some(self.permit())
    }

    /// Places that nobody has now; another thread may take one before you look at the answer.
    pub fn free(&self) -> usize {
        *self.shared.lock()
    }

    /// The permit for a place that was just taken.
    fn permit(&self) -> Permit {
        Permit { shared: Arc::clone(&self.shared) }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *self.shared.lock() += 1;
        // One place, one waiter: to wake all would only send the others to sleep again. The lock
        // is free again by now, so that the woken thread does not run into it.
        self.shared.freed.notify_one();
    }
}

impl Shared {
    /// A thread that panicked left the count right: there is no panic between look and change.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
