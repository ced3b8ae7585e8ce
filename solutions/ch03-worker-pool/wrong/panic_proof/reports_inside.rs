//! Wrong answer to exercise 3.3: the report belongs to the job, it seems, so it is inside; then its own mistake passes for the job's, and the job is reported twice.
//!
//! looked right: Where `report` never panics, it makes no difference what stands inside.
//! caught by: panic_proof_contract::a_panic_of_report_is_not_taken_for_a_job_s
//! diagnosis: the panic of `report` was swallowed

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
    while let Some(job) = next() {
        // Around the job alone: the loop stands outside, and so do `next` and `report`.
        // AssertUnwindSafe: what the job was in the middle of goes down with it.
        let run = || {
            job();
            report(Ended::Done);
        };
        if let Err(payload) = catch_unwind(AssertUnwindSafe(run)) {
            let message = message_of(&*payload);
            dispose(payload);
            report(Ended::Panicked(message));
        }
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
