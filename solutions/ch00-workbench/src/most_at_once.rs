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

//@ stub
use std::collections::HashSet;

//@ end
use crate::journal::{Entry, What};

/// The most threads that were in `state` at the same time.
pub fn most_at_once(entries: &[Entry], state: &str) -> usize {
    //@ stub
    //@ | todo!("exercise 0.1: walk through the entries and count who is in the state")
    let mut inside = HashSet::new();
    let mut most = 0;
    for entry in entries {
        match &entry.what {
            What::State(entered) if entered == state => {
                inside.insert(&entry.thread);
            }
            What::State(_) | What::End => {
                inside.remove(&entry.thread);
            }
            What::Message(_) => {}
        }
        most = most.max(inside.len());
    }
    most
    //@ end
}
