//! Wrong answer to exercise 3.3: the message of a panic is a &str: true of literals, but a formatted one is a String.
//!
//! looked right: `panic!("boom")`, which everybody tries first, carries a `&str`.
//! caught by: panic_proof_contract::the_message_is_told_whatever_kind_of_text_it_is
//! diagnosis: formatted: 7

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
        let ended = match catch_unwind(AssertUnwindSafe(job)) {
            Ok(()) => Ended::Done,
            Err(payload) => {
                let message = message_of(&*payload);
                dispose(payload);
                Ended::Panicked(message)
            }
        };
        report(ended);
    }
}

/// What `panic!` was called with: a literal is a `&str`, a formatted text is a `String`.
fn message_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.unwrap_or("no text").to_owned()
}

/// Drops a payload; if that panics, leaks the payload of *that* panic: it might be another bomb.
fn dispose(payload: Box<dyn Any + Send>) {
    if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(another);
    }
}
