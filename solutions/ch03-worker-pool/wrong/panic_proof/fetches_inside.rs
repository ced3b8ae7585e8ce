//! Wrong answer to exercise 3.3: fetching belongs to the work, it seems, so it is inside; then the pool's own mistake passes for a job's, and the loop goes on with it.
//!
//! looked right: Where `next` never panics, it makes no difference what stands inside.
//! caught by: panic_proof_contract::a_panic_of_the_pool_itself_is_not_hidden
//! diagnosis: the panic of `next` was swallowed

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
    let mut one = || match next() {
        Some(job) => {
            job();
            true
        }
        None => false,
    };
    loop {
        match catch_unwind(AssertUnwindSafe(&mut one)) {
            Ok(true) => report(Ended::Done),
            Ok(false) => return,
            Err(payload) => {
                let message = message_of(&*payload);
                dispose(payload);
                report(Ended::Panicked(message));
            }
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
