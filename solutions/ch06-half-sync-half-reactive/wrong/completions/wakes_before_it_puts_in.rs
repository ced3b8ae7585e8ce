//! Wrong answer to exercise 6.3: the reactor is woken first, and then the completions are put in.
//!
//! looked right: The worker goes on at once, and is nearly always done before the reactor is up.
//! caught by: completions_model::a_push_is_seen_or_wakes_the_reactor
//! diagnosis: deadlock

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

    /// Puts in all of `done`, and leaves it empty; wakes the reactor if it sleeps.
    pub fn push(&self, done: &mut Vec<T>) {
        let mut state = self.lock();
        if done.is_empty() {
            return;
        }
        let wake = std::mem::replace(&mut state.asleep, false);
        drop(state);
        if wake {
            (self.wake)();
        }
        self.lock().done.append(done);
    }

    /// The reactor asks whether it may sleep. `false`: something is there.
    pub fn about_to_sleep(&self) -> bool {
        let mut state = self.lock();
        state.asleep = state.done.is_empty();
        state.asleep
    }

    /// Moves all there is into `into`, which must be empty. The reactor is awake.
    pub fn take(&self, into: &mut Vec<T>) {
        let mut state = self.lock();
        state.asleep = false;
        std::mem::swap(&mut state.done, into);
    }

    /// Nothing panics under this lock.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
