//! Wrong answer to exercise 5.3: whether draining has begun is looked at first, and the guest counted then.
//!
//! looked right: The draining would have to begin between two lines, with a guest at the door.
//! caught by: drain_model::nobody_slips_in_behind_a_drain_that_has_seen_nobody
//! diagnosis: requests served after the drain was over

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
        if self.shared.lock().draining {
            return None;
        }
        self.shared.lock().inside += 1;
        Some(Guest { shared: Arc::clone(&self.shared) })
    }

    /// Lets nobody in any more, waits up to `limit` until nobody is in, and returns how many are.
    pub fn drain(&self, limit: Duration) -> usize {
        let deadline = Instant::now().checked_add(limit);
        let mut state = self.shared.lock();
        state.draining = true;
        while state.inside > 0 {
            let left = deadline.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
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
