//! What an awake thread does with the lease: take events, wait as the leader, share, let go.

use super::{Lease, Seat, State, Watcher};

/// What is to be done next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next<E> {
    /// Process this event: nobody else has it.
    Event(E),
    /// The thread leads, and the batch is empty: wait for events, then [`Lease::publish`] them.
    Wait {
        /// Some handlers want another turn: look for events, but do not wait for any.
        at_once: bool,
    },
    /// The thread does not lead, and there is nothing to help with: [`Lease::join`].
    Follow,
}

/// How long a handler takes, in terms of what it costs to wake a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Less than a wake-up: it does not pay to share.
    Quick,
    /// More: it pays to share a batch.
    Costly,
    /// So much that it pays to have somebody watch for events meanwhile, as in the textbook.
    Long,
}

/// Whom to signal once the lock is free: a thread that is woken before would run into it.
enum Wake {
    Nobody,
    Watcher,
    Follower,
}

impl<E> Lease<E> {
    /// What to do next, after an event or [`Lease::join`]. The event counts as finished.
    // ANCHOR: next
    pub fn next(&self, seat: &mut Seat, pace: Pace) -> Next<E> {
        let mut state = self.lock();
        if state.vacant {
            state.take_over(seat);
        } else if state.is_led_by(seat) {
            state.steps += 1;
        } else if !seat.helps {
            return Next::Follow; // deposed, while it processed
        }
        let (next, wake) = self.take(&mut state, seat, pace);
        drop(state);
        self.wake(wake);
        next
    }
    // ANCHOR_END: next

    /// Makes a batch of what the leader has found; `found` is empty afterwards. A leader cannot be
    /// deposed while it waits, so the batch is nobody else's, and it is empty.
    // ANCHOR: publish
    pub fn publish(&self, seat: &mut Seat, found: &mut Vec<E>, pace: Pace) -> Next<E> {
        let mut state = self.lock();
        debug_assert!(state.is_led_by(seat) && state.batch.is_empty());
        let State { batch, again, .. } = &mut *state;
        batch.extend(found.drain(..).chain(again.drain(..)));
        state.processing = true;
        state.steps += 1;
        let parked = state.watcher == Watcher::Parked && !state.batch.is_empty();
        if parked {
            state.watcher = Watcher::Ticking;
        }
        let (next, wake) = self.take(&mut state, seat, pace);
        drop(state);
        if parked {
            self.watch.notify_one(); // the only system call that a batch may cost, and rarely does
        }
        self.wake(wake);
        next
    }
    // ANCHOR_END: publish

    /// Lets go of leadership in the middle of an event, since that may take long. Whoever is called,
    /// or comes back first, leads.
    pub fn let_go(&self, seat: &mut Seat) {
        let mut state = self.lock();
        if !state.is_led_by(seat) {
            return;
        }
        let wake = state.call(usize::MAX);
        state.let_go(seat);
        drop(state);
        self.wake(wake);
    }

    /// Puts an event into the next batch. `true`: the leader waits, and must be woken for it.
    #[must_use = "a leader that waits does not see it"]
    pub fn again(&self, event: E) -> bool {
        let mut state = self.lock();
        state.again.push(event);
        !state.processing && !state.vacant
    }

    fn take(&self, state: &mut State<E>, seat: &mut Seat, pace: Pace) -> (Next<E>, Wake) {
        let leads = state.is_led_by(seat);
        let Some(event) = state.batch.pop_front() else {
            state.processing &= !leads;
            let next = match leads && !state.closed {
                true => Next::Wait { at_once: !state.again.is_empty() },
                false => Next::Follow,
            };
            return (next, Wake::Nobody);
        };
        let wake = match leads {
            true => self.share(state, seat, pace),
            false => Wake::Nobody,
        };
        (Next::Event(event), wake)
    }

    /// Before an event that takes its time: calls somebody if that pays, and lets go if there is
    /// anybody to take over.
    // ANCHOR: share
    fn share(&self, state: &mut State<E>, seat: &mut Seat, pace: Pace) -> Wake {
        let wake = match pace {
            Pace::Quick => return Wake::Nobody,
            Pace::Costly if state.batch.is_empty() => Wake::Nobody,
            Pace::Costly => state.call(self.cores),
            Pace::Long => state.call(usize::MAX),
        };
        if state.awake + state.called > 1 {
            state.let_go(seat);
        }
        wake
    }
    // ANCHOR_END: share

    fn wake(&self, wake: Wake) {
        match wake {
            Wake::Nobody => {}
            Wake::Watcher => self.watch.notify_one(),
            Wake::Follower => self.follow.notify_one(),
        }
    }
}

impl<E> State<E> {
    /// Calls a follower, unless `most` threads are awake already, or none is left. The watcher is
    /// called last: somebody would have to take its place.
    fn call(&mut self, most: usize) -> Wake {
        if self.awake + self.called >= most || self.callable() == 0 {
            return Wake::Nobody;
        }
        self.called += 1;
        if self.called <= self.asleep { Wake::Follower } else { Wake::Watcher }
    }

    fn let_go(&mut self, seat: &mut Seat) {
        self.vacate();
        seat.helps = true;
    }
}
