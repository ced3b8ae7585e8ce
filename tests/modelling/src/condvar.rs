//! A condition variable whose timed waits do time out, in some schedules sooner, in some later, and
//! whose waits end without a reason, if a model asks for that.

use std::cell::Cell;
use std::sync::{LockResult, PoisonError};
use std::time::{Duration, Instant};

use shuttle::sync::atomic::{AtomicBool, Ordering};
use shuttle::sync::{Arc, MutexGuard};
use shuttle::thread;

use crate::story;

thread_local! {
    /// Whether waits of the present schedule may end for no reason.
    static SPURIOUS: Cell<bool> = const { Cell::new(false) };
}

/// From here on in this schedule, each wait on a [`Condvar`] may end for no reason, once.
///
/// Keep this to a model of its own: such a wake-up may make good for a signal that was lost.
pub fn wake_spuriously() {
    SPURIOUS.set(true);
}

/// A schedule begins: no wait ends for no reason, unless its model asks for that.
pub(crate) fn begin() {
    SPURIOUS.set(false);
}

/// Stands for `std::sync::Condvar` in a model. Shuttle's own never times out; with this one the
/// scheduler decides when the time is up, before or after anything else that may happen.
///
/// Nor does shuttle's ever wake spuriously. This one does in a model that has called
/// [`wake_spuriously`]: each wait may then end once for no reason.
#[derive(Debug, Default)]
pub struct Condvar {
    inner: Arc<shuttle::sync::Condvar>,
}

/// Whether a timed wait ended because its time was up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitTimeoutResult(bool);

impl WaitTimeoutResult {
    /// Whether the time was up; a notification may have come as well.
    pub fn timed_out(&self) -> bool {
        self.0
    }
}

impl Condvar {
    /// A condition variable that nobody waits for.
    pub fn new() -> Condvar {
        Condvar::default()
    }

    /// Waits for a notification.
    ///
    /// # Errors
    /// The guard, if the lock is poisoned.
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        if !SPURIOUS.get() {
            return self.inner.wait(guard);
        }
        let inner = Arc::clone(&self.inner);
        let over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&over);
        let _ghost = thread::Builder::new().name(story::CLOCK.to_owned()).spawn(move || {
            // Only once, and it may come before the wait: then nothing is woken by it.
            if !ended.load(Ordering::SeqCst) {
                inner.notify_all();
            }
        });
        let woken = self.inner.wait(guard);
        over.store(true, Ordering::SeqCst);
        story::tell("is awake again, for whatever reason");
        woken
    }

    /// Waits for a notification or until the time is up, whenever that is. What it was asked for is
    /// in [`limits_of_waits`](crate::limits_of_waits), and some time passes: at least a tick.
    ///
    /// # Errors
    /// The guard, if the lock is poisoned.
    pub fn wait_timeout<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
        story::waits_within(limit);
        let begun = Instant::now();
        let over = Arc::new(AtomicBool::new(false));
        let timed_out = Arc::new(AtomicBool::new(false));
        let _clock = self.start_clock(Arc::clone(&over), Arc::clone(&timed_out));
        let woken = self.inner.wait(guard);
        over.store(true, Ordering::SeqCst);
        // The real clock goes on by itself: nobody of the model needs to run for it.
        while Instant::now() <= begun {
            std::hint::spin_loop();
        }
        let result = WaitTimeoutResult(timed_out.load(Ordering::SeqCst));
        if result.timed_out() {
            story::tell("finds that its time is up");
        }
        match woken {
            Ok(guard) => Ok((guard, result)),
            Err(poisoned) => Err(PoisonError::new((poisoned.into_inner(), result))),
        }
    }

    /// A thread that ends the wait at some time. It wakes others too: waits may wake spuriously.
    fn start_clock(&self, over: Arc<AtomicBool>, timed_out: Arc<AtomicBool>) -> impl Sized {
        let inner = Arc::clone(&self.inner);
        thread::Builder::new().name(story::CLOCK.to_owned()).spawn(move || {
            // Again and again: the first may come before the wait has begun.
            while !over.load(Ordering::SeqCst) {
                timed_out.store(true, Ordering::SeqCst);
                inner.notify_all();
                thread::yield_now();
            }
        })
    }

    /// Wakes one thread that waits.
    pub fn notify_one(&self) {
        self.inner.notify_one();
    }

    /// Wakes all threads that wait.
    pub fn notify_all(&self) {
        self.inner.notify_all();
    }
}
