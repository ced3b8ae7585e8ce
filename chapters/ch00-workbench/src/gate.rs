//! A gate: threads and tasks wait in front of it until somebody opens it, once and for all.
//!
//! Tests and demos bring threads into a known order with gates. To sleep "long enough" instead
//! would be a bet on the machine's speed.

use std::collections::BTreeMap;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
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
    /// Tasks in front of the closed gate, each under its ticket; opening wakes them all.
    wakers: BTreeMap<u64, Waker>,
    /// The last ticket given out.
    tickets: u64,
}

impl Gate {
    /// A closed gate; `name` shows in the panic of a thread that waited in vain.
    pub fn new(name: &'static str) -> Gate {
        Gate { name, shared: Arc::default() }
    }

    /// Opens the gate for all who wait and all who come later.
    pub fn open(&self) {
        let mut state = self.lock();
        state.open = true;
        let wakers = mem::take(&mut state.wakers);
        drop(state); // a waker may run anything, so none is called under the lock
        self.shared.changed.notify_all();
        wakers.into_values().for_each(Waker::wake);
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

    /// As [`Gate::pass`], for a task: a future that is ready when the gate is open. While it waits,
    /// its thread does other things. It has no limit of its own.
    pub fn opened(&self) -> Opened {
        Opened { gate: self.clone(), ticket: None }
    }

    /// Waits until at least `count` threads and tasks stand in front of the gate.
    ///
    /// # Panics
    /// After 20 s with fewer.
    pub fn wait_for_waiting(&self, count: usize) {
        let enough = |state: &State| state.waiting + state.wakers.len() >= count;
        self.wait_until("had too few in front of it", enough);
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

/// A task's wait for a gate, made by [`Gate::opened`]; dropped, it waits no more.
#[must_use = "a future waits only when it is awaited"]
#[derive(Debug)]
pub struct Opened {
    gate: Gate,
    /// Taken at the first poll in vain.
    ticket: Option<u64>,
}

impl Future for Opened {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let gate = self.gate.clone();
        let mut state = gate.lock();
        if state.open {
            return Poll::Ready(());
        }
        let ticket = self.ticket.unwrap_or(state.tickets + 1);
        state.tickets = state.tickets.max(ticket);
        self.ticket = Some(ticket);
        // Under the lock that `open` takes the wakers under: none comes too late. The waker of the
        // last poll counts, since a task may be polled from elsewhere next time.
        state.wakers.insert(ticket, context.waker().clone());
        gate.shared.changed.notify_all();
        Poll::Pending
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.gate.lock().wakers.remove(&ticket);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::Wake;

    /// Counts how often it is woken.
    struct Count(Mutex<u32>);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            *self.0.lock().expect("no panic") += 1;
        }
    }

    #[test]
    fn an_opened_gate_wakes_a_task_by_its_last_waker() {
        let gate = Gate::new("once");
        let mut opened = gate.opened();
        let counts = [Arc::new(Count(Mutex::new(0))), Arc::new(Count(Mutex::new(0)))];
        for count in &counts {
            let waker = Waker::from(Arc::clone(count));
            assert!(Pin::new(&mut opened).poll(&mut Context::from_waker(&waker)).is_pending());
        }
        gate.wait_for_waiting(1);
        gate.open();
        assert_eq!(counts.map(|count| *count.0.lock().expect("no panic")), [0, 1]);
        assert!(Pin::new(&mut opened).poll(&mut Context::from_waker(Waker::noop())).is_ready());
    }

    #[test]
    fn a_dropped_task_does_not_stand_at_the_gate() {
        let gate = Gate::new("never opened");
        let mut opened = gate.opened();
        assert!(Pin::new(&mut opened).poll(&mut Context::from_waker(Waker::noop())).is_pending());
        drop(opened);
        assert_eq!(gate.lock().wakers.len(), 0);
    }
}
