//! Telling a measurement to end before its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// An order to end, in two degrees; clones are the same order.
#[derive(Clone, Default)]
pub struct Halt {
    degree: Arc<AtomicU8>,
}

const FINISH: u8 = 1;
const LEAVE: u8 = 2;

impl Halt {
    /// The first call: send nothing new, wait for the answers that are due. The second: leave at
    /// once. What was measured is kept in both cases.
    pub fn order(&self) {
        // Relaxed, here and below: the degree alone is what is told, nothing else goes with it.
        let next = |degree: u8| Some((degree + 1).min(LEAVE));
        let _ = self.degree.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    }

    /// Whether to send nothing new.
    pub fn finishes(&self) -> bool {
        self.degree.load(Ordering::Relaxed) >= FINISH
    }

    /// Whether to wait for nothing more.
    pub fn leaves(&self) -> bool {
        self.degree.load(Ordering::Relaxed) >= LEAVE
    }
}
