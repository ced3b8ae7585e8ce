//! Wrong answer to exercise 3.2: room is looked for first and made then, each under the lock, and the reader comes in between.
//!
//! looked right: While nobody reads at the same moment, the two steps are as good as one.
//! caught by: discard_oldest_model::nothing_is_given_up_for_room_that_was_there
//! diagnosis: taken, left and given up

use std::collections::VecDeque;

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// What can be given up.
pub trait GiveUp {
    /// Hears that it was given up.
    fn given_up(self);
}

/// Things that wait, the newest of them.
pub struct Backlog<T> {
    waiting: Mutex<VecDeque<T>>,
    capacity: usize,
}

impl<T: GiveUp> Backlog<T> {
    /// An empty backlog for `capacity` things.
    pub fn new(capacity: usize) -> Backlog<T> {
        Backlog { waiting: Mutex::new(VecDeque::new()), capacity }
    }

    /// Takes a new thing in, at the cost of the oldest if there is no room. Never waits.
    pub fn put(&self, thing: T) {
        let full = self.len() >= self.capacity;
        let oldest = if full { self.take() } else { None };
        self.lock().push_back(thing);
        if let Some(oldest) = oldest {
            oldest.given_up();
        }
    }

    /// Takes the oldest thing, if there is any.
    pub fn take(&self) -> Option<T> {
        self.lock().pop_front()
    }

    /// Things that wait now; another thread may change that before you look at the answer.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether nothing waits now.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Nothing panics between two changes under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
