//! Wrong answer to exercise 1.2: counts after the turn is given.
//!
//! caught by: turn_contract::the_first_turn_is_one
//! diagnosis: the first turn

use crate::sync::Mutex;

/// Hands out turns.
#[derive(Debug, Default)]
pub struct Turn {
    last: Mutex<u64>,
}

impl Turn {
    /// The next turn.
    pub fn next(&self) -> u64 {
        let mut last = self.last.lock().expect("nothing panics while holding this");
        *last += 1;
        *last - 1
    }
}
