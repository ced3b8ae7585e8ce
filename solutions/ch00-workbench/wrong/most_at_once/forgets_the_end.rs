//! Wrong answer to exercise 0.1: a state ends with the next state; it is easy to forget that a thread can end as well.
//!
//! looked right: A thread that notes another state before its end is counted rightly, and most do.
//! caught by: most_at_once_contract::a_thread_leaves_a_state_with_its_end
//! diagnosis: a had ended when b began to work

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
            What::State(_) => {
                inside.remove(&entry.thread);
            }
            What::Message(_) | What::End => {}
        }
        most = most.max(inside.len());
    }
    most
}
