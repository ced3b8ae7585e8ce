//! Exercise 8.1: a thread set, as a monitor
//!
//! The heart of leader/followers. Threads [join](ThreadSet::join) the set as followers, one of them
//! leads, and a leader promotes the next one before it processes what it was waiting for. A thread
//! is always one of three things, and here they are three types: who waits in `join` follows, who
//! has a [`Leadership`] leads, who has a [`Processing`] processes.
//!
//! What holds when you are done:
//!
//! * At most one thread leads, at any time, in any order of the threads.
//! * The one who has followed longest is promoted; who joins meanwhile does not get in before it.
//! * If nobody follows, leadership is vacant. That is a state, and not a signal that somebody might
//!   miss: the next to join takes it, and only that one.
//! * Nobody is forgotten: a thread that follows is on the list until it is promoted or sent home.
//! * Leadership is passed on however it ends: by a promotion, by a leader that leaves, by a panic.
//! * A wait may end for no reason. A thread leads because the state says so, and not because it woke.
//! * After `stop` nobody joins any more and nobody follows any more. Who leads or processes goes on.
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
    /// The ticket of the one that leads, or that was promoted and is about to wake up. `None`:
    /// leadership is vacant, and then nobody follows either.
    leader: Option<u64>,
    /// Who waits to be promoted, the one that has waited longest first.
    followers: VecDeque<Follower>,
    /// The ticket for the next to join.
    next_ticket: u64,
    /// Threads that have promoted another one, and are not done yet.
    processing: usize,
    /// Goes from `false` to `true` once.
    stopped: bool,
}

/// One that waits. It has a condition variable of its own, so that a promotion wakes one thread.
#[derive(Clone)]
struct Follower {
    ticket: u64,
    wake: Arc<Condvar>,
}

/// What the threads of a set do at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether one leads, or was promoted and is about to.
    pub led: bool,
    /// How many follow.
    pub followers: usize,
    /// How many process.
    pub processing: usize,
}

/// The right to wait for the next event; there is one at most. Dropping it passes it on.
pub struct Leadership {
    set: ThreadSet,
}

/// An event is being processed until this is dropped, also by a panic.
pub struct Processing {
    set: ThreadSet,
}

impl ThreadSet {
    /// A set without threads: leadership is vacant.
    pub fn new() -> ThreadSet {
        ThreadSet::default()
    }

    /// Follows until this thread leads. `None`: the set was stopped before that.
    pub fn join(&self) -> Option<Leadership> {
        todo!("exercise 8.1: take a vacant leadership, or follow until it is yours")
    }

    /// Sends all followers home. Who was promoted before that leads.
    pub fn stop(&self) {
        todo!("exercise 8.1: nobody joins any more, and whoever follows must hear of it")
    }

    /// What the threads do now; it may be something else before you look at the answer.
    pub fn standing(&self) -> Standing {
        let state = self.lock();
        Standing {
            led: state.leader.is_some(),
            followers: state.followers.len(),
            processing: state.processing,
        }
    }

    /// No event is processed under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Leadership {
    /// Promotes the one that has followed longest, or leaves a vacancy; this thread processes.
    pub fn promote_new_leader(self) -> Processing {
        todo!("exercise 8.1: this thread processes from now on, and another one leads")
    }
}

impl Drop for Leadership {
    fn drop(&mut self) {
        todo!("exercise 8.1: hand leadership to a follower; and if there is none?")
    }
}

impl Drop for Processing {
    fn drop(&mut self) {
        self.set.lock().processing -= 1;
    }
}
