//! Exercise 3.3: a worker that no panic kills
//!
//! A worker's whole life is a loop: fetch a job, run it. A panic in a job must not end that loop, or
//! the pool loses a thread with each bad request until none is left, and nobody notices.
//!
//! What holds when you are done:
//!
//! * Every job that `next` hands out is run, whatever the jobs before it did; `None` ends the loop.
//! * After each job `report` hears how it ended: [`Ended::Done`], or [`Ended::Panicked`] with the
//!   message, or with `no text` if `panic_any` was called with something that is no text.
//! * What a panic carried may itself panic when it is dropped. That costs nothing either; leaking
//!   one is better than losing a thread.
//! * A panic of `next` or `report` is not a job's: it is not caught, and ends the loop loudly.

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
    todo!("exercise 3.3: fetch, run with catch_unwind, dispose of the payload, report")
}
