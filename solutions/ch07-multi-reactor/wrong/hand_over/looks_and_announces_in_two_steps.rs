//! Wrong answer to exercise 7.2: it looks, lets go of the lock, and announces the sleep under it again.
//!
//! looked right: On one thread nothing ever comes between the look and the announcement.
//! caught by: hand_over_model::nothing_is_left_lying_while_the_loop_sleeps
//! diagnosis: deadlock

use std::mem;

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// Things for one loop, from any number of threads.
pub struct Mailbox<T> {
    state: Mutex<State<T>>,
    wake: Box<dyn Fn() + Send + Sync>,
}

struct State<T> {
    /// What was given and not taken, oldest first.
    waiting: Vec<T>,
    /// The loop may sleep, and nobody has woken it yet.
    asleep: bool,
}

impl<T> Mailbox<T> {
    /// An empty mailbox of a loop that is awake, and which `wake` wakes.
    pub fn new(wake: Box<dyn Fn() + Send + Sync>) -> Mailbox<T> {
        Mailbox { state: Mutex::new(State { waiting: Vec::new(), asleep: false }), wake }
    }

    /// Hands `item` over, and wakes the loop if it sleeps.
    pub fn give(&self, item: T) {
        let mut state = self.lock();
        state.waiting.push(item);
        // Whoever turns it back wakes the loop; the others find that it is being woken.
        let asleep = mem::replace(&mut state.asleep, false);
        drop(state);
        if asleep {
            (self.wake)();
        }
    }

    /// Takes all that was given, oldest first. The loop is awake.
    pub fn take_all(&self) -> Vec<T> {
        let mut state = self.lock();
        state.asleep = false;
        mem::take(&mut state.waiting)
    }

    /// Whether the loop may sleep: then whatever is given from now on wakes it.
    pub fn may_sleep(&self) -> bool {
        if !self.lock().waiting.is_empty() {
            return false;
        }
        self.lock().asleep = true;
        true
    }

    /// Nothing panics under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
