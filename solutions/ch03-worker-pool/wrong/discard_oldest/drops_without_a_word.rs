//! Wrong answer to exercise 3.2: the oldest is dropped, and so it is gone; whoever waits for it is not told, and waits on.
//!
//! looked right: The backlog itself is right after every push: only those who were given up could complain.
//! caught by: discard_oldest_contract::the_oldest_goes_and_the_newest_stays
//! diagnosis: each that was given up is told once

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
            waiting.push_back(thing);
            // Look and change under one lock. More than one never has to go: what was in before
            // fitted. With a capacity of 0, the new one is the oldest.
            if waiting.len() > self.capacity { waiting.pop_front() } else { None }
        };
        // The lock is free again: what this calls may use the backlog.
        if let Some(given_up) = given_up {
            drop(given_up);
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
