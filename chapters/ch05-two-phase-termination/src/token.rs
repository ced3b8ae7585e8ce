//! The stop token: how threads are told to end, and woken so that they hear it.
//!
//! A flag alone is not seen by a thread that sleeps, and a wake-up alone may be swallowed by
//! whatever the thread is in. The token is both: it remembers that it was stopped, for good, and it
//! wakes whoever has said how. It knows nothing of the sleeps themselves: see [`crate::sleeps`].

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The longest sleep that is told from one without end; clocks cannot count much further.
const LONGEST: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// An order to end, given once and never taken back. Clones are the same token.
///
/// ```
/// use ch05_two_phase_termination::StopToken;
/// use std::{thread, time::Duration};
///
/// let stop = StopToken::new();
/// let sleeper = thread::spawn({
///     let stop = stop.clone();
///     move || stop.sleep(Duration::from_secs(3600))
/// });
/// stop.stop();
/// assert!(sleeper.join().unwrap().is_err(), "it was stopped long before the hour was over");
/// ```
#[derive(Clone, Default)]
pub struct StopToken {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Signalled when `stopped` becomes true.
    told: Condvar,
}

#[derive(Default)]
struct State {
    /// Goes from `false` to `true` once, so that nobody can come too late to see it.
    stopped: bool,
    /// How to wake the sleepers, by registration. Empty for good once stopped.
    wakers: BTreeMap<u64, Wake>,
    registered: u64,
}

type Wake = Box<dyn FnOnce() + Send>;

/// The order to end has been given. It is an error so that `?` carries it out of nested loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl StopToken {
    /// A token that is not stopped.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Gives the order, and wakes every sleeper that is registered. Only the first call does
    /// anything. It never waits for a thread to *obey*: so any thread may call it.
    ///
    /// # Panics
    /// If a waker panics; the others are called all the same.
    // ANCHOR: stop
    pub fn stop(&self) {
        let mut state = self.shared.lock();
        if mem::replace(&mut state.stopped, true) {
            return;
        }
        let wakers = mem::take(&mut state.wakers);
        // From here on without the lock: a waker takes other locks, and may ask this very token.
        drop(state);
        self.shared.told.notify_all();
        call_all(wakers.into_values());
    }
    // ANCHOR_END: stop

    /// Whether the order was given.
    pub fn is_stopped(&self) -> bool {
        self.shared.lock().stopped
    }

    /// Sleeps for `time`.
    ///
    /// # Errors
    /// [`Stopped`] as soon as the order is given, or at once if it was given before.
    // ANCHOR: sleep
    pub fn sleep(&self, time: Duration) -> Result<(), Stopped> {
        let end = Instant::now() + time.min(LONGEST);
        let mut state = self.shared.lock();
        // The flag is looked at under the lock that `stop` sets it under. So the order comes before
        // this look, or after the wait has begun and wakes it: never in between.
        while !state.stopped {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            let woken = self.shared.told.wait_timeout(state, left);
            let (woken, wait) = woken.unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if wait.timed_out() && !state.stopped {
                return Ok(());
            }
        }
        Err(Stopped)
    }
    // ANCHOR_END: sleep

    /// Sleeps until the order is given.
    pub fn wait(&self) {
        let mut state = self.shared.lock();
        while !state.stopped {
            state = self.shared.told.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Has `wake` called by whoever gives the order; at once, and here, if it was given before.
    /// Dropping the guard takes that back. It does not wait for a `wake` that is being called at
    /// this moment, so one that comes a little late must do no harm.
    // ANCHOR: on_stop
    pub fn on_stop(&self, wake: impl FnOnce() + Send + 'static) -> OnStop {
        let mut state = self.shared.lock();
        let number = state.registered;
        if state.stopped {
            drop(state);
            wake();
        } else {
            state.registered += 1;
            state.wakers.insert(number, Box::new(wake));
        }
        OnStop { shared: Arc::clone(&self.shared), number }
    }
    // ANCHOR_END: on_stop
}

/// A registered waker; dropping it unregisters it.
#[must_use = "dropped at once, it wakes nobody"]
pub struct OnStop {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for OnStop {
    fn drop(&mut self) {
        let wake = self.shared.lock().wakers.remove(&self.number);
        // What the waker owns goes after the lock: its end may be anybody's code.
        drop(wake);
    }
}

impl Shared {
    /// Nothing panics under this lock: a poisoned one still holds a true flag.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls all wakers, also if one panics: the others' sleepers must not pay for that.
fn call_all(wakers: impl Iterator<Item = Wake>) {
    let mut panic = None;
    for wake in wakers {
        // AssertUnwindSafe: a waker is called once, and nothing of it is used after its panic.
        panic = panic.or(catch_unwind(AssertUnwindSafe(wake)).err());
    }
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "told to stop")
    }
}

impl Error for Stopped {}

/// For whoever serves a connection: work that was cut short has no answer, and so ends it.
impl From<Stopped> for io::Error {
    fn from(stopped: Stopped) -> io::Error {
        io::Error::new(ErrorKind::ConnectionAborted, stopped)
    }
}
