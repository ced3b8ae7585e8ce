//! What the published programs import: shuttle's locks, with a condition variable that tells who
//! waits, so that a schedule's story also has the steps within the program.

use std::cell::Cell;

use modelling::tell;
use shuttle::sync::LockResult;
pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError};

thread_local! {
    /// Threads that wait to be notified now. All threads of a model run on one real thread.
    static WAITING: Cell<usize> = const { Cell::new(0) };
}

/// A schedule begins.
pub(crate) fn begin() {
    WAITING.set(0);
    thread::STARTED.set(0);
}

/// How many wait to be notified now.
pub(crate) fn waiting() -> usize {
    WAITING.get()
}

/// Shuttle's condition variable, and each step is told.
#[derive(Default)]
pub(crate) struct Condvar(shuttle::sync::Condvar);

impl Condvar {
    pub(crate) fn new() -> Condvar {
        Condvar::default()
    }

    pub(crate) fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
        tell("waits to be notified");
        WAITING.set(WAITING.get() + 1);
        let guard = self.0.wait(guard);
        WAITING.set(WAITING.get() - 1);
        tell("is notified, and looks again");
        guard
    }

    pub(crate) fn notify_one(&self) {
        self.0.notify_one();
    }
}

pub(crate) mod thread {
    use std::cell::Cell;

    use shuttle::thread::{Builder, JoinHandle};

    thread_local! {
        pub(super) static STARTED: Cell<usize> = const { Cell::new(0) };
    }

    /// A follower, with a number.
    pub(crate) fn spawn(body: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
        STARTED.set(STARTED.get() + 1);
        let name = format!("follower-{}", STARTED.get());
        Builder::new().name(name).spawn(body).expect("shuttle can always start a thread")
    }
}
