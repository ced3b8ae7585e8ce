//! How many connections there may be at once.

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// Places for connections. Who finds none waits in the listener's queue: nothing is refused.
pub struct Room {
    most: Option<usize>,
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    taken: usize,
    /// The key of the acceptor that has found no place, and rests.
    waits: Option<usize>,
}

impl Room {
    /// Places for `most`; `None`: no limit.
    pub fn for_at_most(most: Option<usize>) -> Room {
        Room { most, places: Mutex::default() }
    }

    /// Takes a place; if there is none, the acceptor with this `key` will be named when there is.
    pub fn enter(&self, key: usize) -> bool {
        let mut places = self.lock();
        let full = self.most.is_some_and(|most| places.taken >= most);
        places.waits = full.then_some(key);
        places.taken += usize::from(!full);
        !full
    }

    /// Gives a place back; the key of who waits for it, to be roused.
    #[must_use = "the acceptor that waits must be roused"]
    pub fn leave(&self) -> Option<usize> {
        let mut places = self.lock();
        places.taken -= 1;
        places.waits.take()
    }

    /// Nothing panics between two changes: a poisoned lock still holds true numbers.
    fn lock(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
