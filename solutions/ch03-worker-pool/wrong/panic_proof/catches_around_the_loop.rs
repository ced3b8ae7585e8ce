//! Wrong answer to exercise 3.3: catch_unwind around the loop keeps the thread from dying in the open; but the loop is over, and so is the worker.
//!
//! looked right: The other workers take over, and a pool with many of them hides that one is gone.
//! caught by: panic_proof_contract::jobs_after_a_panic_are_run
//! diagnosis: jobs done, before and after the panic

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a worker runs.
pub type Job = Box<dyn FnOnce() + Send>;

/// How a job has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It ran to its end.
    Done,
    /// It panicked, with this message.
    Panicked(String),
}

/// A worker's life: runs what `next` hands out, until it hands out nothing.
pub fn work(next: &mut dyn FnMut() -> Option<Job>, report: &mut dyn FnMut(Ended)) {
    let life = catch_unwind(AssertUnwindSafe(|| {
        while let Some(job) = next() {
            job();
            report(Ended::Done);
        }
    }));
    if let Err(payload) = life {
        let message = message_of(&*payload);
        dispose(payload);
        report(Ended::Panicked(message));
    }
}

/// What `panic!` was called with: a literal is a `&str`, a formatted text is a `String`.
fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no text").to_owned()
}

/// Drops a payload; if that panics, leaks the payload of *that* panic: it might be another bomb.
fn dispose(payload: Box<dyn Any + Send>) {
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(another);
    }
}
