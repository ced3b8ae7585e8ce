//! Wrong answer to exercise 0.1: the count is right at every moment, and then only its last value is returned.
//!
//! looked right: In a journal that stops at its busiest moment, the last value is the largest.
//! caught by: most_at_once_contract::the_peak_counts_and_not_what_is_left_of_it
//! diagnosis: a and b at once, and c only later

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
            What::State(_) | What::End => {
                inside.remove(&entry.thread);
            }
            What::Message(_) => {}
        }
        most = inside.len();
    }
    most
}
