//! Exercise 0.1: how many threads were in a state at once
//!
//! A journal tells which states each thread went through. Whether threads really *overlapped* is
//! a question to it: how many were in a given state at the same time, at the most?
//!
//! An [`Entry`] has the time `at` which, the name of the `thread` that, and `what` it noted: see
//! `src/journal/entry.rs`.
//!
//! What holds when you are done:
//!
//! * A thread is in a state from its `What::State` entry until its next one, or its `What::End`.
//! * A thread that notes the state it is in already still counts once.
//! * What a thread says (`What::Message`) changes nothing.

use crate::journal::{Entry, What};

/// The most threads that were in `state` at the same time.
pub fn most_at_once(entries: &[Entry], state: &str) -> usize {
    todo!("exercise 0.1: walk through the entries and count who is in the state")
}
