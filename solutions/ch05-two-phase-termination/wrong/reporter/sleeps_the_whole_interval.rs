//! Wrong answer to exercise 5.1: `thread::sleep` is how one waits for an interval, and the order is looked at right after it.
//!
//! looked right: With an interval of milliseconds, as in a quick try, the stop seems to take no time.
//! caught by: reporter_contract::a_stop_does_not_wait_for_the_interval
//! diagnosis: hangs: not done within

use std::time::Duration;

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
        let shift = state.shift;
        // A report on the shift's own thread only gives the order.
        while state.on && state.shift == shift && state.worker != Some(current().id()) {
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
        crate::sync::thread::sleep(time);
        self.lock().told
    }

    /// No report runs under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
