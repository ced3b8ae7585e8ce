//! The thread set as a Monitor Object, in its shortest form.
//!
//! One thread leads, the others follow. To *join* is to wait until nobody leads, and then to lead.
//! To *promote* is to give leadership up, so that somebody who waits can have it.

use std::mem::ManuallyDrop;

use ch00_workbench::Journal;

use crate::role;
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The threads that take turns at the look-out.
pub struct ThreadSet {
    state: Mutex<State>,
    /// Signalled when `leader` becomes `None`, and when `closed` becomes true. One follower is
    /// enough for the first; all must hear the second.
    changed: Condvar,
    journal: Journal,
}

struct State {
    /// Who leads. Invariant: **at most one thread does**, and `None` is the *vacancy*: it is not
    /// forgotten if nobody waits at that moment, since whoever joins looks here first.
    ///
    /// Written by the thread that begins to lead, and by the leader when it ends to.
    leader: Option<usize>,
    /// Nobody is to lead any more.
    closed: bool,
}

/// The right to wait for events. There is one at most; it is given up by [promoting], or when it is
/// dropped: a leader that leaves in any way leaves no gap.
///
/// [promoting]: ThreadSet::promote_new_leader
#[must_use = "dropped at once, leadership is given up at once"]
pub struct Leadership<'a> {
    threads: &'a ThreadSet,
}

impl ThreadSet {
    /// A set that nobody has joined.
    pub fn new(journal: Journal) -> ThreadSet {
        let state = Mutex::new(State { leader: None, closed: false });
        ThreadSet { state, changed: Condvar::new(), journal }
    }

    /// Follows until nobody leads, then leads. `None`: the set is closed.
    // ANCHOR: join
    pub fn join(&self, thread: usize) -> Option<Leadership<'_>> {
        let mut state = self.lock();
        debug_assert_ne!(state.leader, Some(thread), "a leader must promote before it joins");
        if state.leader.is_some() && !state.closed {
            self.journal.state(role::FOLLOWER);
        }
        // The condition is looked at under the lock that it changes under, and again after every
        // wake-up: a newcomer may have been faster, and a wake-up may come for nothing at all.
        while state.leader.is_some() && !state.closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return None;
        }
        state.leader = Some(thread);
        self.journal.state(role::LEADER);
        Some(Leadership { threads: self })
    }
    // ANCHOR_END: join

    /// Gives leadership up: from now on the caller processes, and a follower may lead.
    // ANCHOR: promote
    pub fn promote_new_leader(&self, leadership: Leadership<'_>) {
        let _given_up_here = ManuallyDrop::new(leadership);
        let mut state = self.lock();
        self.journal.state(role::PROCESSING);
        self.vacate(&mut state);
        drop(state);
        // Outside the lock: the follower it wakes would have to wait for that at once.
        self.changed.notify_one();
    }
    // ANCHOR_END: promote

    /// Lets nobody lead any more, and wakes all who follow. The leader must be woken by others: it
    /// waits elsewhere.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Whether the set is closed.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn vacate(&self, state: &mut State) {
        debug_assert!(state.leader.is_some(), "only a leader gives leadership up");
        state.leader = None;
    }

    /// Nothing panics between two changes of the state: a poisoned lock still holds a true one.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Leadership<'_> {
    fn drop(&mut self) {
        self.threads.vacate(&mut self.threads.lock());
        self.threads.changed.notify_one();
    }
}
