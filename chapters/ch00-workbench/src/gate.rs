//! A gate: threads wait in front of it until somebody opens it, once and for all.
//!
//! Tests and demos bring threads into a known order with gates. To sleep "long enough" instead
//! would be a bet on the machine's speed.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a thread waits at a gate before it gives up with a panic: a gate that nobody opens is
/// a mistake in the script, and a bounded wait says so.
const PATIENCE: Duration = Duration::from_secs(20);

/// A gate that starts closed, opens once, and stays open. Clones are the same gate.
///
/// ```
/// use ch00_workbench::Gate;
/// use std::thread;
///
/// let gate = Gate::new("start");
/// let runner = thread::spawn({
///     let gate = gate.clone();
///     move || gate.pass()
/// });
/// gate.wait_for_waiting(1); // the runner stands in front of the gate
/// gate.open();
/// runner.join().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Gate {
    name: &'static str,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Every change wakes all who wait on `changed`, in `pass` and in `wait_for_waiting`.
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Only ever goes from `false` to `true`, so a wake-up cannot come too late.
    open: bool,
    /// Threads in front of the closed gate.
    waiting: usize,
}

impl Gate {
    /// A closed gate; `name` shows in the panic of a thread that waited in vain.
    pub fn new(name: &'static str) -> Gate {
        Gate { name, shared: Arc::default() }
    }

    /// Opens the gate for all who wait and all who come later.
    pub fn open(&self) {
        self.lock().open = true;
        self.shared.changed.notify_all();
    }

    /// Waits until the gate is open.
    ///
    /// # Panics
    /// After 20 s in front of a closed gate.
    pub fn pass(&self) {
        self.lock().waiting += 1;
        self.shared.changed.notify_all();
        self.wait_until("did not open", |state| state.open);
        self.lock().waiting -= 1;
    }

    /// Waits until at least `count` threads stand in front of the gate.
    ///
    /// # Panics
    /// After 20 s with fewer.
    pub fn wait_for_waiting(&self, count: usize) {
        self.wait_until("had too few in front of it", |state| state.waiting >= count);
    }

    fn wait_until(&self, complaint: &str, done: impl Fn(&State) -> bool) {
        let state = self.lock();
        let (state, wait) = self
            .shared
            .changed
            .wait_timeout_while(state, PATIENCE, |state| !done(state))
            .unwrap_or_else(PoisonError::into_inner);
        drop(state);
        assert!(!wait.timed_out(), "gate `{}` {complaint} for {PATIENCE:?}", self.name);
    }

    /// A thread that panics at the gate leaves the state whole: others may go on.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
