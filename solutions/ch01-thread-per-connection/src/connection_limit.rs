//! Exercise 1.2: a limit on connections, as a monitor
//!
//! A server that takes every client in falls over when too many come. A [`ConnectionLimit`] has a
//! fixed number of places; the acceptor takes one *before* it accepts, so that clients without a
//! place wait in the kernel's queue. A [`Permit`] is the place taken; dropping it gives the place
//! back, whatever way the connection ends.
//!
//! What holds when you are done:
//!
//! * There are never more permits than places.
//! * A place given back goes to one who waits, if anybody waits: no wake-up is lost.
//! * A permit gives its place back exactly once, also when its thread panics.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

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
        //@ stub
        //@ | todo!("exercise 1.2: wait until a place is free, then take it")
        let mut free = self.shared.lock();
        // A loop: between the signal and this thread's turn, another may have taken the place.
        while *free == 0 {
            free = self.shared.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        self.permit()
        //@ end
    }

    /// Takes a place if one is free, without waiting.
    pub fn try_acquire(&self) -> Option<Permit> {
        //@ stub
        //@ | todo!("exercise 1.2: take a place if one is free; look and take under one lock")
        let mut free = self.shared.lock();
        if *free == 0 {
            return None;
        }
        *free -= 1;
        Some(self.permit())
        //@ end
    }

    /// Places that nobody has now; another thread may take one before you look at the answer.
    pub fn free(&self) -> usize {
        *self.shared.lock()
    }
    //@ stub

    /// The permit for a place that was just taken.
    fn permit(&self) -> Permit {
        Permit { shared: Arc::clone(&self.shared) }
    }
    //@ end
}

impl Drop for Permit {
    fn drop(&mut self) {
        //@ stub
        //@ | todo!("exercise 1.2: give the place back and wake one who waits")
        *self.shared.lock() += 1;
        // One place, one waiter: to wake all would only send the others to sleep again. The lock
        // is free again by now, so that the woken thread does not run into it.
        self.shared.freed.notify_one();
        //@ end
    }
}

impl Shared {
    /// A thread that panicked left the count right: there is no panic between look and change.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
