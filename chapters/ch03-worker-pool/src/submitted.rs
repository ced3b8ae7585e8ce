//! A job with a handle: a closure, and the promise of its result.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::handle::{JobHandle, Promise, Unfinished, promise};
use crate::job::{Job, Task};
use crate::metrics::Ended;

struct Submitted<T, F> {
    promise: Promise<T>,
    body: F,
}

/// A job that runs `body`, and the handle to what it returns.
pub(crate) fn submitted<T, F>(body: F) -> (Job, JobHandle<T>)
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let (promise, handle) = promise();
    (Job::of(Submitted { promise, body }), handle)
}

impl<T: Send, F: FnOnce() -> T + Send> Task for Submitted<T, F> {
    // ANCHOR: run
    fn run(self: Box<Self>) -> Ended {
        let Submitted { promise, body } = *self;
        if !promise.begin() {
            return Ended::Cancelled;
        }
        match catch_unwind(AssertUnwindSafe(body)) {
            Ok(result) => {
                promise.end(Ok(result));
                Ended::Completed
            }
            Err(payload) => {
                promise.end(Err(Unfinished::Panicked(message_of(&*payload))));
                // On to the worker, which counts it.
                resume_unwind(payload)
            }
        }
    }
    // ANCHOR_END: run

    fn discard(self: Box<Self>) {
        self.promise.end(Err(Unfinished::Discarded));
    }
}

/// What `panic!` was called with; other values than text, `panic_any` takes them, have no text.
fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no text").to_owned()
}
