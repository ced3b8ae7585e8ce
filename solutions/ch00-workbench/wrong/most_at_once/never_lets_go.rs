//! Wrong answer to exercise 0.1: every thread that was ever in the state is found, but not whether they were in it together.
//!
//! looked right: Where all threads are in the state at once, those who ever were in it were in it together.
//! caught by: most_at_once_contract::a_thread_leaves_a_state_with_its_next_one
//! diagnosis: a had stopped working when b began

use std::collections::HashSet;

use crate::journal::{Entry, What};

/// The most threads that were in `state` at the same time.
pub fn most_at_once(entries: &[Entry], state: &str) -> usize {
    let mut inside = HashSet::new();
    let mut most = 0;
    for entry in entries {
        match &entry.what {
            What::State(entered) if entered == state => {
                inside.insert(&entry.thread);
            }
            _ => {}
        }
        most = most.max(inside.len());
    }
    most
}
