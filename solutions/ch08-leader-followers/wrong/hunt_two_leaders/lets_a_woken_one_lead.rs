//! Wrong answer to exercise 8.4b: whoever is woken while nobody leads, or is meant, leads.
//!
//! looked right: Only who was promoted is ever woken.
//! caught by: hunt_two_leaders_model::a_wait_that_ends_for_no_reason_makes_no_leader
//! diagnosis: deadlock: no thread can go on

use std::collections::VecDeque;

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The threads that take turns at leading, each with a number; clones are the same set.
#[derive(Clone)]
pub struct ThreadSet {
    state: Arc<Mutex<State>>,
}

struct State {
    /// The number of the thread that leads; `None` if nobody does.
    leader: Option<usize>,
    /// Who follows, and where it waits; the one that has waited longest first.
    followers: VecDeque<(usize, Arc<Condvar>)>,
}

impl ThreadSet {
    /// A set in which the thread with the number `first` leads first.
    pub fn new(first: usize) -> ThreadSet {
        let state = State { leader: Some(first), followers: VecDeque::new() };
        ThreadSet { state: Arc::new(Mutex::new(state)) }
    }

    /// Follows until this thread, which has the number `me`, leads.
    pub fn join(&self, me: usize) {
        let mut state = self.lock();
        // Nobody leads, or I am meant: nothing to wait for.
        if state.leader.is_none_or(|leader| leader == me) {
            // Taken in the same step as it was found vacant: the next to look finds it taken.
            state.leader = Some(me);
            return;
        }
        let wake = Arc::new(Condvar::new());
        state.followers.push_back((me, Arc::clone(&wake)));
        state = wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.leader = Some(me);
    }

    /// This thread leads no more. The one that has followed longest does; if all threads process,
    /// nobody does.
    pub fn promote_new_leader(&self) {
        let mut state = self.lock();
        state.leader = None;
        if let Some((next, wake)) = state.followers.pop_front() {
            state.leader = Some(next);
            wake.notify_one();
        }
    }

    /// Nothing panics under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
