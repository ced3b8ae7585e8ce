//! Wrong answer to exercise 3.2: room is made first; where there is nothing to give up there is none, and the new one goes in nevertheless.
//!
//! looked right: For every capacity from 1 on, room has been made when the new one goes in.
//! caught by: discard_oldest_contract::without_any_room_the_new_one_is_given_up
//! diagnosis: things in a backlog for 0

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
        let given_up = {
            let mut waiting = self.lock();
            let oldest =
                if waiting.len() >= self.capacity { waiting.pop_front() } else { None };
            waiting.push_back(thing);
            oldest
        };
        // The lock is free again: what this calls may use the backlog.
        if let Some(given_up) = given_up {
            given_up.given_up();
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
