//! Exercise 2.3: keep blocking calls off the executor
//!
//! A call that blocks, on an executor's thread, holds up all the tasks that this thread would run.
//! So it is made on a thread of its own, and the task awaits its result. What connects the two is a
//! small monitor: the thread leaves its result there, and the task its *waker*. This is how a future
//! comes to be ready at all: someone outside calls `wake`, and the executor polls it once more.
//!
//! What holds when you are done:
//!
//! * The call runs on a thread from `spawn`, never on the thread that makes or polls the future.
//! * The future is ready, with the call's result, as soon as it is polled after the call's end.
//! * The task is woken when the call has ended: no wake-up is lost, whichever comes first, the poll
//!   or the end. Of several polls, the last one's waker counts: a task may move to another place.
//! * A call that panics panics in the task that awaits it, and nobody waits for ever.
//! * Without a thread the future is ready at once, with the error of `spawn`.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

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
    //@ stub
    //@ | todo!("exercise 2.3: spawn the call; at its end leave the outcome, and wake the task");
    let theirs = Arc::clone(&shared);
    let job = move || {
        // The panic's payload goes to the task, and the call's own data with it: nobody here looks
        // at what the call may have left half done.
        let result = panic::catch_unwind(AssertUnwindSafe(call));
        theirs.end(Ok(result));
    };
    if let Err(error) = spawn.spawn("off-loaded".to_owned(), Box::new(job)) {
        shared.end(Err(error));
    }
    //@ end
    OffLoaded { shared }
}

impl<T> Future for OffLoaded<T> {
    /// The call's result, or the error that kept it from getting a thread.
    type Output = io::Result<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        //@ stub
        //@ | todo!("exercise 2.3: the outcome if there is one; else leave the waker, under one lock")
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
        //@ end
    }
}

impl<T> Shared<T> {
    //@ stub
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

    //@ end
    /// Nothing panics under this lock: a poisoned one still holds the right state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
