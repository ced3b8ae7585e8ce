//! Wrong answer to exercise 0.1: each entry with the state looks like one thread in it, but a thread may note it again.
//!
//! looked right: Where every thread notes the state once, entries and threads are the same number.
//! caught by: most_at_once_contract::a_thread_that_notes_its_state_again_counts_once
//! diagnosis: there is only one thread

use crate::journal::{Entry, What};

/// The most threads that were in `state` at the same time.
pub fn most_at_once(entries: &[Entry], state: &str) -> usize {
    let mut inside = 0_usize;
    let mut most = 0;
    for entry in entries {
        match &entry.what {
            What::State(entered) if entered == state => {
                inside += 1;
            }
            What::State(_) | What::End => {
                inside = inside.saturating_sub(1);
            }
            What::Message(_) => {}
        }
        most = most.max(inside);
    }
    most
}
