//! Wrong answer to exercise 1.2: the count is right again, and whoever looks will see it; but those who sleep do not look.
//!
//! looked right: As long as there are places for everybody nobody sleeps, and the count is right throughout.
//! caught by: connection_limit_model::no_wake_up_is_lost
//! diagnosis: no thread can go on

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
        let mut free = self.shared.lock();
        if *free == 0 {
            return None;
        }
        *free -= 1;
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
    }
}

impl Shared {
    /// A thread that panicked left the count right: there is no panic between look and change.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
