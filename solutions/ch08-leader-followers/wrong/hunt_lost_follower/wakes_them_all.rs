//! Wrong answer to exercise 8.4a: all followers are taken off the list and signalled, so that none is forgotten.
//!
//! looked right: One of them leads, whoever is first, and to the others nothing seems to have happened.
//! caught by: hunt_lost_follower_model::at_most_one_thread_leads
//! diagnosis: deadlock: no thread can go on

use std::collections::VecDeque;

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The threads that take turns at leading; clones are the same set.
#[derive(Clone, Default)]
pub struct ThreadSet {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Whether a thread leads.
    led: bool,
    /// Where those who follow wait, the one that has waited longest first.
    followers: VecDeque<Arc<Condvar>>,
}

impl ThreadSet {
    /// A set without threads.
    pub fn new() -> ThreadSet {
        ThreadSet::default()
    }

    /// Follows until this thread leads.
    pub fn join(&self) {
        let mut state = self.lock();
        if state.led {
            let wake = Arc::new(Condvar::new());
            state.followers.push_back(Arc::clone(&wake));
            while state.led {
                state = wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        state.led = true;
    }

    /// This thread leads no more, and another one may.
    pub fn promote_new_leader(&self) {
        let mut state = self.lock();
        state.led = false;
        for follower in state.followers.drain(..) {
            follower.notify_one();
        }
    }

    /// Nothing panics under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
