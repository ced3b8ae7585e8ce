//! Exercise 7.2: a hand-over that wakes nobody who is awake
//!
//! The chapter's inbox wakes its loop also when that is busy with other clients and would have
//! looked by itself in a moment. Write one that knows whether the loop sleeps. The loop runs like
//! this, for ever:
//!
//! ```text
//! for item in mailbox.take_all() { deal with it }
//! if mailbox.may_sleep() { sleep until something happens } else { see what has happened }
//! ```
//!
//! It also wakes for other reasons than you: a client has sent something. A wake-up that comes
//! before the sleep has begun is kept, and ends that sleep at once.
//!
//! What holds when you are done:
//!
//! * Whatever is given is taken, once, in the order in which it was given.
//! * Nothing is left lying: between the loop's last look and its sleep nothing slips in unseen.
//!   [`Mailbox::may_sleep`] says `false` if something waits; else whatever is given from then on
//!   wakes the loop.
//! * A loop that has not asked whether it may sleep is not woken. One that sleeps is woken once,
//!   however much is given before it looks. One that has looked is awake, whatever woke it.
//! * `wake` is called without the lock: it may be slow, and it may be anybody's code.
//!
//! The lock comes from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

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
        //@ stub
        //@ | todo!("exercise 7.2: put it in; if the loop sleeps, it is you who wakes it")
        let mut state = self.lock();
        state.waiting.push(item);
        // Whoever turns it back wakes the loop; the others find that it is being woken.
        let asleep = mem::replace(&mut state.asleep, false);
        drop(state);
        if asleep {
            (self.wake)();
        }
        //@ end
    }

    /// Takes all that was given, oldest first. The loop is awake.
    pub fn take_all(&self) -> Vec<T> {
        //@ stub
        //@ | todo!("exercise 7.2: all of it; and whoever takes does not sleep")
        let mut state = self.lock();
        state.asleep = false;
        mem::take(&mut state.waiting)
        //@ end
    }

    /// Whether the loop may sleep: then whatever is given from now on wakes it.
    pub fn may_sleep(&self) -> bool {
        //@ stub
        //@ | todo!("exercise 7.2: look, and announce the sleep, in one step")
        let mut state = self.lock();
        state.asleep = state.waiting.is_empty();
        state.asleep
        //@ end
    }

    /// Nothing panics under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
