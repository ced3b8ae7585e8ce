//! Wrong answer to exercise 2.3: the function is `async` enough to look at; the call still runs on the thread that makes the future.
//!
//! looked right: The result is right and comes through a future; only a second task that wants the thread would notice.
//! caught by: off_load_contract::the_call_runs_on_another_thread
//! diagnosis: the call ran on the thread that polls

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::thread;

use ch01_thread_per_connection::spawn::Spawn;

use crate::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The result of a call that runs on another thread: a future. Dropped early, it waits no more; the
/// call itself goes on to its end.
pub struct OffLoaded<T> {
    shared: Arc<Shared<T>>,
}

struct Shared<T> {
    /// The thread and the task both look and change under this one lock, so that neither can miss
    /// what the other has just done.
    state: Mutex<State<T>>,
}

/// Where the thread and the task meet.
struct State<T> {
    /// What became of the call: the error of `spawn`, or the call's result, or its panic. There
    /// from the call's end until the future has returned it.
    outcome: Option<io::Result<thread::Result<T>>>,
    /// Whom to wake at the call's end: there from the first poll that found no outcome.
    waker: Option<Waker>,
}

/// Runs `call` on a thread from `spawn`.
pub fn off_load<T: Send + 'static>(
    spawn: &dyn Spawn,
    call: impl FnOnce() -> T + Send + 'static,
) -> OffLoaded<T> {
    let state = Mutex::new(State { outcome: None, waker: None });
    let shared = Arc::new(Shared { state });
    let theirs = Arc::clone(&shared);
    let job = move || {
        // The panic's payload goes to the task, and the call's own data with it: nobody here looks
        // at what the call may have left half done.
        let result = panic::catch_unwind(AssertUnwindSafe(call));
        theirs.end(Ok(result));
    };
    if let Err(error) = spawn.spawn("off-loaded".to_owned(), Box::new(|| {})) {
        shared.end(Err(error));
    } else {
        job();
    }
    OffLoaded { shared }
}

impl<T> Future for OffLoaded<T> {
    /// The call's result, or the error that kept it from getting a thread.
    type Output = io::Result<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        let mut state = self.shared.lock();
        let Some(outcome) = state.outcome.take() else {
            // Still under the lock: the end comes either before this look or after this waker.
            state.waker = Some(context.waker().clone());
            return Poll::Pending;
        };
        drop(state); // the panic below shall not poison it
        Poll::Ready(match outcome {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(payload)) => panic::resume_unwind(payload),
            Err(error) => Err(error),
        })
    }
}

impl<T> Shared<T> {
    /// Leaves the outcome and wakes the task, if one waits.
    fn end(&self, outcome: io::Result<thread::Result<T>>) {
        let mut state = self.lock();
        state.outcome = Some(outcome);
        let waker = state.waker.take();
        // After the lock: who is woken may poll at once, on another thread.
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Nothing panics under this lock: a poisoned one still holds the right state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
