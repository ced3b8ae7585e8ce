//! Wrong answer to exercise 8.4b: the program is as it was published.
//!
//! looked right: As long as somebody follows, there always is a leader that is written down.
//! caught by: hunt_two_leaders_model::at_most_one_thread_leads
//! diagnosis: threads that lead at a time

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
            return;
        }
        let wake = Arc::new(Condvar::new());
        state.followers.push_back((me, Arc::clone(&wake)));
        while state.leader != Some(me) {
            state = wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
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
