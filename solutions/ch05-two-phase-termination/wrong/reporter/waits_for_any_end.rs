//! Wrong answer to exercise 5.1: a stop waits until no shift is on, and the next shift may be on by then.
//!
//! looked right: Unless somebody starts it again at once, that no shift is on means that this one has ended.
//! caught by: reporter_model::an_order_is_for_the_shift_that_is_on
//! diagnosis: deadlock

use std::time::{Duration, Instant};

use crate::sync::thread::{ThreadId, current};
use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Reports every interval, in shifts; clones are the same reporter.
#[derive(Clone)]
pub struct Reporter {
    shared: Arc<Shared>,
    every: Duration,
}

struct Shared {
    state: Mutex<State>,
    /// Signalled when the state changes: the shift sleeps here, and so do those who wait for its
    /// end.
    changed: Condvar,
}

struct State {
    /// A shift has begun and is not over.
    on: bool,
    /// The number of the shift that is on, or of the last one: so that one who waits for the end of
    /// a shift does not take the next one for it.
    shift: u64,
    /// The shift that is on has been told to end.
    told: bool,
    /// The thread that works the shift, once it does.
    worker: Option<ThreadId>,
}

/// The right to report; there is one at most. Dropping it ends it.
pub struct Shift {
    reporter: Reporter,
}

/// A shift is on already, and goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyOn;

impl Reporter {
    /// A reporter that is to report every interval.
    pub fn new(every: Duration) -> Reporter {
        let state = State { on: false, shift: 0, told: false, worker: None };
        let shared = Shared { state: Mutex::new(state), changed: Condvar::new() };
        Reporter { shared: Arc::new(shared), every }
    }

    /// Begins a shift.
    ///
    /// # Errors
    /// If one is on already.
    pub fn start(&self) -> Result<Shift, AlreadyOn> {
        let mut state = self.shared.lock();
        if state.on {
            return Err(AlreadyOn);
        }
        *state = State { on: true, shift: state.shift + 1, told: false, worker: None };
        Ok(Shift { reporter: self.clone() })
    }

    /// Tells the shift that is on to end, and waits until it is over; without one, does nothing.
    pub fn stop(&self) {
        let mut state = self.shared.lock();
        if !state.on {
            return;
        }
        state.told = true;
        self.shared.changed.notify_all();
        // A report on the shift's own thread only gives the order.
        while state.on && state.worker != Some(current().id()) {
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether a shift is on now.
    pub fn is_on(&self) -> bool {
        self.shared.lock().on
    }
}

impl Shift {
    /// Reports on this thread: now, and then every interval, until told to end.
    pub fn work(self, mut report: impl FnMut()) {
        let Reporter { shared, every } = &self.reporter;
        shared.lock().worker = Some(current().id());
        loop {
            if shared.lock().told {
                return;
            }
            // Without the lock: a report takes as long as it likes, and may call `stop`.
            report();
            if shared.sleep(*every) {
                return;
            }
        }
    }
}

impl Drop for Shift {
    fn drop(&mut self) {
        self.reporter.shared.lock().on = false;
        self.reporter.shared.changed.notify_all();
    }
}

impl Shared {
    /// Sleeps for `time`, or until told to end; says whether it was told.
    fn sleep(&self, time: Duration) -> bool {
        let due = Instant::now() + time;
        let mut state = self.lock();
        // Looked at under the lock that `stop` sets it under: no order falls in between.
        while !state.told {
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let woken = self.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// No report runs under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
