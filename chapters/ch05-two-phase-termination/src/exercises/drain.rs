//! Exercise 5.3: drain with a deadline
//!
//! A server that stops finishes what is in flight, but not for ever. The chapter's own server
//! counts nothing: it waits until a channel closes. That says *whether* somebody is still in, but
//! not how many. Write the monitor that knows.
//!
//! What holds when you are done:
//!
//! * [`Drain::enter`] lets requests in until draining has begun, and none from then on. Looking and
//!   entering are one step: nobody slips in behind the back of a `drain` that has seen nobody.
//! * A [`Guest`] is in until it is dropped, also by a panic.
//! * `drain` returns as soon as nobody is in; at once, if nobody is.
//! * It waits for `limit` and no longer, however many guests leave meanwhile. Then it says how many
//!   are still in. A limit of `Duration::MAX` is as good as none.
//! * Several threads may drain at once, and each gets its answer. Asked again later, it waits
//!   again.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

use std::time::{Duration, Instant};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The requests in flight; clones are the same.
#[derive(Clone)]
pub struct Drain {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// Signalled when nobody is in any more.
    empty: Condvar,
}

struct State {
    /// Guests that have entered and not left.
    inside: usize,
    /// Goes from `false` to `true` once: nobody enters any more.
    draining: bool,
}

/// A request in flight; dropping it says that it is done.
pub struct Guest {
    shared: Arc<Shared>,
}

impl Drain {
    /// Nobody is in, and everybody may enter.
    pub fn new() -> Drain {
        let state = State { inside: 0, draining: false };
        let shared = Shared { state: Mutex::new(state), empty: Condvar::new() };
        Drain { shared: Arc::new(shared) }
    }

    /// Lets a request in. `None`: draining has begun.
    pub fn enter(&self) -> Option<Guest> {
        todo!("exercise 5.3: look whether draining has begun, and enter, in one step")
    }

    /// Lets nobody in any more, waits up to `limit` until nobody is in, and returns how many are.
    pub fn drain(&self, limit: Duration) -> usize {
        todo!("exercise 5.3: close, then wait for the last guest, up to a deadline")
    }

    /// Requests in flight now; it may be another number before you look at the answer.
    pub fn inside(&self) -> usize {
        self.shared.lock().inside
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        todo!("exercise 5.3: one less is in; whom does that concern?")
    }
}

impl Shared {
    /// Nothing panics under this lock: a poisoned one still holds the right number.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Drain {
    fn default() -> Drain {
        Drain::new()
    }
}
