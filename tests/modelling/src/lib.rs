//! Runs a concurrent model under shuttle and tells the story of a failing schedule.
//!
//! A model is a small closure that uses `shuttle::sync` instead of `std::sync`. Shuttle runs it
//! again and again on one real thread and decides at each lock, wait and notify who goes on, so a
//! schedule that a real machine meets once in a million runs is met here, and met again each time.
//!
//! ```
//! use shuttle::sync::{Arc, Mutex};
//!
//! modelling::explore(|| {
//!     let count = Arc::new(Mutex::new(0));
//!     let theirs = count.clone();
//!     let adder = modelling::thread("adder", move || {
//!         modelling::tell("adds one");
//!         *theirs.lock().unwrap() += 1;
//!     });
//!     *count.lock().unwrap() += 1;
//!     adder.join();
//!     assert_eq!(*count.lock().unwrap(), 2);
//! });
//! ```
//!
//! What a model must know of shuttle: only *its* primitives are scheduling points, so a channel of
//! another crate, a socket or a loop without any primitive hangs for good. Its clock stands still:
//! `wait_timeout` never times out; that of [`Condvar`] here does. A spinning loop must call
//! `shuttle::thread::yield_now`, else a schedule may let it spin for ever, and that is reported as a loop without end. Condvars do not
//! wake spuriously by themselves (a notification may well come too late for its condition): a model
//! with [`Condvar`] may ask for that with [`wake_spuriously`].

#![forbid(unsafe_code)]

mod condvar;
mod hook;
mod outcomes;
mod plan;
mod report;
mod story;
mod threads;
mod watched;

pub use condvar::{Condvar, WaitTimeoutResult, wake_spuriously};
pub use outcomes::{outcomes, predicts};
pub use plan::{Explored, explore, explore_all};
pub use story::{limits_of_waits, tell};
pub use threads::{Thread, thread};
