//! Wrong answer to exercise 5.3: it adds the limit to the clock, and for a limit that no clock can tell it panics.
//!
//! looked right: Deadlines are a matter of seconds.
//! caught by: drain_contract::a_limit_beyond_all_clocks_is_as_good_as_none
//! diagnosis: overflow when adding duration to instant

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
        let mut state = self.shared.lock();
        if state.draining {
            return None;
        }
        state.inside += 1;
        Some(Guest { shared: Arc::clone(&self.shared) })
    }

    /// Lets nobody in any more, waits up to `limit` until nobody is in, and returns how many are.
    pub fn drain(&self, limit: Duration) -> usize {
        let deadline = Instant::now() + limit;
        let mut state = self.shared.lock();
        state.draining = true;
        while state.inside > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let woken = self.shared.empty.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.inside
    }

    /// Requests in flight now; it may be another number before you look at the answer.
    pub fn inside(&self) -> usize {
        self.shared.lock().inside
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.inside -= 1;
        if state.inside == 0 {
            // All: each of those who drain waits for this very moment.
            self.shared.empty.notify_all();
        }
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
