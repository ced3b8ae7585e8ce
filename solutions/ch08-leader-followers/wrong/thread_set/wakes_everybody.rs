//! Wrong answer to exercise 8.1: a promotion wakes all who follow, and each believes that it was meant.
//!
//! looked right: One of them is the right one, and with one follower there is nobody else to wake.
//! caught by: thread_set_model::at_most_one_thread_leads
//! diagnosis: threads that lead at a time

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
        let mut state = self.lock();
        if state.stopped {
            return None;
        }
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        if state.leader.is_none() {
            state.leader = Some(ticket);
            return Some(Leadership { set: self.clone() });
        }
        let wake = Arc::new(Condvar::new());
        state.followers.push_back(Follower { ticket, wake: Arc::clone(&wake) });
        // Promoted is who is written down as the leader, and it stays so until it has woken up.
        state = wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        if state.stopped && state.leader != Some(ticket) {
            return None;
        }
        state.leader = Some(ticket);
        Some(Leadership { set: self.clone() })
    }

    /// Sends all followers home. Who was promoted before that leads.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.stopped = true;
        for follower in state.followers.drain(..) {
            follower.wake.notify_one();
        }
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
        self.set.lock().processing += 1;
        // Dropping `self` promotes.
        Processing { set: self.set.clone() }
    }
}

impl Drop for Leadership {
    fn drop(&mut self) {
        let mut state = self.set.lock();
        let next = state.followers.pop_front();
        // Off the list and written down as the leader in one step: it is never neither.
        state.leader = next.as_ref().map(|follower| follower.ticket);
        for follower in next.into_iter().chain(state.followers.drain(..)) {
            follower.wake.notify_one();
        }
    }
}

impl Drop for Processing {
    fn drop(&mut self) {
        self.set.lock().processing -= 1;
    }
}
