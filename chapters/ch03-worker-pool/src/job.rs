//! A job: something to be run once, whose panic goes no further than its own end.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::metrics::Ended;

/// What a job does, and what it does when it will not be run.
pub(crate) trait Task: Send {
    fn run(self: Box<Self>) -> Ended;

    /// The policy gives the job up.
    fn discard(self: Box<Self>);
}

/// A job, boxed. Dropping it without running it ends its handle as cancelled.
pub struct Job(Box<dyn Task>);

impl Job {
    /// A job without a handle.
    pub(crate) fn plain(body: impl FnOnce() + Send + 'static) -> Job {
        Job(Box::new(Plain(body)))
    }

    pub(crate) fn of(task: impl Task + 'static) -> Job {
        Job(Box::new(task))
    }

    /// Runs the job on this thread, which goes on whatever the job does.
    // ANCHOR: run
    pub fn run(self) -> Ended {
        // AssertUnwindSafe: what the job was in the middle of goes down with it. What it shares
        // with others is theirs to judge, as after the panic of any thread.
        let outcome = catch_unwind(AssertUnwindSafe(|| self.0.run()));
        outcome.unwrap_or_else(|payload| {
            dispose(payload);
            Ended::Panicked
        })
    }
    // ANCHOR_END: run

    /// Gives the job up. What it owns is dropped, and a panic of that goes no further either.
    pub(crate) fn discard(self) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| self.0.discard())) {
            dispose(payload);
        }
    }
}

struct Plain<F>(F);

impl<F: FnOnce() + Send> Task for Plain<F> {
    fn run(self: Box<Self>) -> Ended {
        (self.0)();
        Ended::Completed
    }

    fn discard(self: Box<Self>) {}
}

/// Drops what a panic was about. `panic_any` takes any value, also one whose own drop panics: then
/// the second one is leaked, since it might go on like this for ever.
fn dispose(payload: Box<dyn Any + Send>) {
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        mem::forget(another);
    }
}
