//! How many connections may be open at once, and how the acceptor waits for one to close.

use ch05_two_phase_termination::{OnStop, StopToken};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Places for connections: a Monitor Object.
pub struct Room {
    most: usize,
    /// Places that are taken; never more than `most`.
    taken: Mutex<usize>,
    /// Signalled when a place is left, and by a stop.
    changed: Condvar,
}

/// A taken place. Dropping it leaves it.
pub struct Place {
    room: Arc<Room>,
}

impl Room {
    /// Room for `most` connections.
    pub fn new(most: usize) -> Arc<Room> {
        Arc::new(Room { most, taken: Mutex::new(0), changed: Condvar::new() })
    }

    /// Takes a place; waits until there is one. `None`: a stop came first.
    // ANCHOR: enter
    pub fn enter(self: &Arc<Self>, stop: &StopToken) -> Option<Place> {
        let mut wake = None;
        let mut taken = self.lock();
        while *taken >= self.most {
            if stop.is_stopped() {
                return None;
            }
            if wake.is_none() {
                // Without the lock, which the waker takes; so look once more before the wait.
                drop(taken);
                wake = Some(self.wake_on(stop));
                taken = self.lock();
                continue;
            }
            taken = self.changed.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken += 1;
        Some(Place { room: Arc::clone(self) })
    }
    // ANCHOR_END: enter

    fn wake_on(self: &Arc<Self>, stop: &StopToken) -> OnStop {
        let room = Arc::clone(self);
        stop.on_stop(move || {
            // Through the mutex: whoever waits for a place has not looked yet, or it is asleep.
            let _taken = room.lock();
            room.changed.notify_all();
        })
    }

    /// Nothing panics under this lock: a poisoned one still holds a true number.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.room.lock();
        *taken -= 1;
        // One place, one who takes it. Under the lock, so that it is not between look and wait.
        self.room.changed.notify_one();
    }
}
