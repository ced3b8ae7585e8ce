//! Exercise 8.4a: bug hunt: the lost follower
//!
//! This thread set was published, and it seems to work: threads lead one after the other. But sooner
//! or later one of them follows and is never heard of again, and the server goes on with one less.
//!
//! First hunt. `cargo run -p ch08-leader-followers --example hunt -- lost-follower` shows a schedule
//! that fails, with two threads. Predict its last steps before you read them: on which list is a
//! follower that was signalled, and who may join before it has the lock?
//!
//! Then mend. Change this file as you like, but what its two methods promise:
//!
//! * At most one thread leads, also if a wait ends for no reason.
//! * Whoever joins leads in the end, as long as those who lead promote. Nobody is lost.
//! * While nobody leads, the next to join does.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

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
        todo!("exercise 8.4a: hunt the bug, mend this program, and delete this line");
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
        if let Some(follower) = state.followers.pop_front() {
            follower.notify_one();
        }
    }

    /// Nothing panics under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
