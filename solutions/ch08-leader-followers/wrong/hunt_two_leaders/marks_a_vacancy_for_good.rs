//! Wrong answer to exercise 8.4b: a mark says that leadership is vacant, and nobody takes it away.
//!
//! looked right: Without the mark nobody but the promoted leads, and with it somebody does.
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
    /// Nobody leads.
    vacant: bool,
    /// The number of the thread that leads.
    leader: Option<usize>,
    /// Who follows, and where it waits; the one that has waited longest first.
    followers: VecDeque<(usize, Arc<Condvar>)>,
}

impl ThreadSet {
    /// A set in which the thread with the number `first` leads first.
    pub fn new(first: usize) -> ThreadSet {
        let state = State { vacant: false, leader: Some(first), followers: VecDeque::new() };
        ThreadSet { state: Arc::new(Mutex::new(state)) }
    }

    /// Follows until this thread, which has the number `me`, leads.
    pub fn join(&self, me: usize) {
        let mut state = self.lock();
        // Nobody leads, or I am meant: nothing to wait for.
        if state.vacant || state.leader == Some(me) {
            state.leader = Some(me);
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
        state.vacant = true;
        if let Some((next, wake)) = state.followers.pop_front() {
            state.leader = Some(next);
            state.vacant = false;
            wake.notify_one();
        }
    }

    /// Nothing panics under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
