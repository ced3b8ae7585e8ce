//! Exercise 6.3: completions, and a reactor that is woken only if it sleeps
//!
//! The chapter's list of completions wakes the reactor once for every time it looks. But a reactor
//! that is awake looks anyhow, before it goes to sleep. Save these wake-ups too: the reactor *says*
//! that it is about to sleep, and only then is it woken.
//!
//! What holds when you are done:
//!
//! * [`Completions::take`] brings everything that was pushed, once, each worker's in its order. An
//!   answer and the end of its connection go through the same list, so no end overtakes an answer.
//! * [`Completions::about_to_sleep`] says whether the reactor may. `false`: there is something,
//!   and it should look first. `true`: the next push wakes it.
//! * No wake-up is lost: whenever a push comes, the reactor sees it, or is woken.
//! * None is wasted: a reactor that is awake is not woken, and one that sleeps is woken once.
//! * `wake` is called without the lock: it may take others.
//!
//! The lock comes from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// What workers have done; any number of them push, and one reactor takes.
pub struct Completions<T> {
    state: Mutex<State<T>>,
    /// Wakes the reactor. If it comes early, it ends the reactor's next sleep.
    wake: Box<dyn Fn() + Send + Sync>,
}

struct State<T> {
    /// In the order in which they were pushed.
    done: Vec<T>,
    /// The reactor sleeps, or is about to, and nobody has woken it yet.
    asleep: bool,
}

impl<T> Completions<T> {
    /// Nothing is done yet, and the reactor is awake.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Completions<T> {
        let state = State { done: Vec::new(), asleep: false };
        Completions { state: Mutex::new(state), wake: Box::new(wake) }
    }

    /// Puts in all of `done`, and leaves it empty; wakes the reactor if it sleeps. With nothing in
    /// `done` there is nothing to wake for.
    pub fn push(&self, done: &mut Vec<T>) {
        todo!("exercise 6.3: put them in, and see whether somebody must be woken for them")
    }

    /// The reactor asks whether it may sleep. `false`: something is there.
    pub fn about_to_sleep(&self) -> bool {
        todo!("exercise 6.3: look and announce the sleep in one step")
    }

    /// Moves all there is into `into`, which must be empty. The reactor is awake.
    pub fn take(&self, into: &mut Vec<T>) {
        todo!("exercise 6.3: the reactor may have been woken by something else: what follows?")
    }

    /// Nothing panics under this lock.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
