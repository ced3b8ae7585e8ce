//! What a thread does with the lease when it has nothing to do: follow, and watch.

use super::{Lease, Seat, State, Watcher};
use crate::sync::{MutexGuard, PoisonError};

/// What a sleeping thread is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Sleeps until it is called.
    Follower,
    /// Sees to it that the leader gets on.
    Watcher,
}

/// Why a thread is to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// It leads: the leadership was vacant.
    Leads,
    /// It leads: it has deposed a leader that was stuck.
    Deposed,
    /// It was called, to take events off the leader's batch.
    Helps,
    /// All is over.
    Closed,
}

type Guard<'a, E> = MutexGuard<'a, State<E>>;

impl<E> Lease<E> {
    /// Sleeps until there is something to do; `note` is told as what. Where there is, go on with
    /// [`Lease::next`].
    // ANCHOR: join
    pub fn join(&self, seat: &mut Seat, note: &mut dyn FnMut(Role)) -> Joined {
        let mut state = self.lock();
        state.falls_asleep(seat);
        loop {
            // Looked at under the lock that every reason to wake is made under: a reason comes
            // before this look, or to a thread that sleeps.
            if let Some(joined) = state.wanted(seat) {
                return joined;
            }
            if state.watcher == Watcher::None {
                note(Role::Watcher);
                let (woken, stuck) = self.watch(state);
                state = woken;
                if state.asleep > 0 {
                    self.follow.notify_one(); // the watcher's place is free
                }
                if stuck {
                    return state.depose(seat);
                }
            } else {
                note(Role::Follower);
                state.asleep += 1;
                state = self.follow.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.asleep -= 1;
            }
        }
    }
    // ANCHOR_END: join

    /// Watches until this thread is wanted elsewhere, or until the leader is stuck (`true`): a tick
    /// has passed, there is a batch, and not a step was made.
    // ANCHOR: watch
    fn watch<'a>(&'a self, mut state: Guard<'a, E>) -> (Guard<'a, E>, bool) {
        state.watcher = Watcher::Ticking;
        let mut seen = (state.epoch, state.steps);
        let mut quiet = 0;
        let mut stuck = false;
        while !stuck && !state.closed && state.called == 0 {
            if state.watcher == Watcher::Parked {
                // The leader waits, and may do so for hours. Its next batch says `Ticking`.
                state = self.watch.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let woken = self.watch.wait_timeout(state, self.tick);
            let (woken, wait) = woken.unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if !wait.timed_out() {
                continue;
            }
            let now = (state.epoch, state.steps);
            stuck = now == seen && state.processing && !state.closed && state.called == 0;
            quiet = if now == seen { quiet + 1 } else { 0 };
            if quiet == self.quiet_ticks {
                (quiet, state.watcher) = (0, Watcher::Parked);
            }
            seen = now;
        }
        state.watcher = Watcher::None;
        (state, stuck)
    }
    // ANCHOR_END: watch
}

impl<E> State<E> {
    /// Why this thread is wanted, if it is.
    fn wanted(&mut self, seat: &mut Seat) -> Option<Joined> {
        if self.closed {
            return Some(Joined::Closed);
        }
        let joined = match (self.vacant, self.called) {
            (false, 0) => return None,
            (true, _) => {
                self.take_over(seat);
                Joined::Leads
            }
            (false, _) => {
                seat.helps = true;
                Joined::Helps
            }
        };
        // Somebody was called, and somebody has come: that may not be the same thread. The one that
        // was signalled finds nothing, and sleeps on.
        self.called = self.called.saturating_sub(1);
        self.wakes_up(seat);
        Some(joined)
    }

    fn depose(&mut self, seat: &mut Seat) -> Joined {
        self.vacate();
        self.take_over(seat);
        self.wakes_up(seat);
        Joined::Deposed
    }

    fn falls_asleep(&mut self, seat: &mut Seat) {
        self.awake -= usize::from(seat.awake);
        (seat.awake, seat.helps) = (false, false);
    }

    fn wakes_up(&mut self, seat: &mut Seat) {
        self.awake += 1;
        seat.awake = true;
    }
}
