//! Wrong answer to exercise 3.2: it is told in one go with the change, under the lock; whoever is told and looks at the backlog waits for itself.
//!
//! looked right: A listener that only writes down what it is told never comes back for the lock.
//! caught by: discard_oldest_contract::whoever_is_told_may_use_the_backlog
//! diagnosis: watchdog

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
        let mut waiting = self.lock();
        waiting.push_back(thing);
        if waiting.len() > self.capacity
            && let Some(oldest) = waiting.pop_front()
        {
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
