//! Exercise 8.4b: bug hunt: two leaders
//!
//! This thread set was published, and it seems to work: a thread that is promoted leads, and nobody
//! else. But in an hour of heavy traffic, when all threads are busy, two of them end up at the
//! look-out, and both take the same event.
//!
//! First hunt. `cargo run -p ch08-leader-followers --example hunt -- two-leaders` shows a schedule
//! that fails, with two threads. Predict its last steps before you read them: when all threads
//! process, what is `leader`, and what does each of them make of that when it comes back?
//!
//! Then mend. Change this file as you like, but what its methods promise:
//!
//! * At most one thread leads, also if a wait ends for no reason.
//! * Whoever joins leads in the end, as long as those who lead promote. Nobody is lost.
//! * While all others process, the next to join leads: the look-out is not empty for longer than it
//!   must be.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

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
        //@ stub
        //@ | todo!("exercise 8.4b: hunt the bug, mend this program, and delete this line");
        //@ end
        let state = State { leader: Some(first), followers: VecDeque::new() };
        ThreadSet { state: Arc::new(Mutex::new(state)) }
    }

    /// Follows until this thread, which has the number `me`, leads.
    pub fn join(&self, me: usize) {
        let mut state = self.lock();
        // Nobody leads, or I am meant: nothing to wait for.
        if state.leader.is_none_or(|leader| leader == me) {
            //@ stub
            // Taken in the same step as it was found vacant: the next to look finds it taken.
            state.leader = Some(me);
            //@ end
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
