//! Wrong answer to exercise 7.2: it wakes the loop for each item, asleep or not.
//!
//! looked right: Nothing is ever lost: it only costs a system call for each item.
//! caught by: hand_over_contract::a_loop_that_is_awake_is_not_woken
//! diagnosis: wake-ups of a loop that never asked whether it may sleep

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
        state.asleep = false;
        drop(state);
        (self.wake)();
    }

    /// Takes all that was given, oldest first. The loop is awake.
    pub fn take_all(&self) -> Vec<T> {
        let mut state = self.lock();
        state.asleep = false;
        mem::take(&mut state.waiting)
    }

    /// Whether the loop may sleep: then whatever is given from now on wakes it.
    pub fn may_sleep(&self) -> bool {
        let mut state = self.lock();
        state.asleep = state.waiting.is_empty();
        state.asleep
    }

    /// Nothing panics under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
