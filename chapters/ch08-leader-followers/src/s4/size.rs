//! How many threads there are: a monitor beside the thread set.
//!
//! Grown when all process, so that nobody watches; shrunk when a follower was not needed for long.

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// The number of threads, and which numbers they have.
pub struct Size {
    least: usize,
    most: usize,
    numbers: Mutex<Numbers>,
}

struct Numbers {
    /// Which numbers are taken: number `t` at place `t - 1`. From before its thread exists until
    /// after that has ended.
    taken: Box<[bool]>,
    /// Threads that are there to stay, or are on their way. Invariant: `least <= live <= most`,
    /// once the first `least` have started.
    live: usize,
    /// The thread that is on its way and has no role yet. It will take the vacancy that it was
    /// started for, so no other is started meanwhile. Cleared when it has its role, **and when it
    /// cannot be started**: else that would have been the last attempt.
    starting: Option<usize>,
}

impl Size {
    /// The threads 1 to `least` are there; there may be `most`.
    ///
    /// # Panics
    /// If `most` is less than `least`.
    pub fn new(least: usize, most: usize) -> Size {
        assert!(least <= most, "the most threads must not be fewer than the least");
        let taken = (0..Size::numbers(most)).map(|place| place < least).collect();
        Size { least, most, numbers: Mutex::new(Numbers { taken, live: least, starting: None }) }
    }

    /// How many numbers there are for so many threads. One that goes keeps its number until it has
    /// ended, which may take a while; that must not keep another from coming.
    pub fn numbers(most: usize) -> usize {
        2 * most
    }

    // ANCHOR: grow
    /// Asks for one more thread: its number, if it may be. The caller starts it, and says
    /// [`Size::failed`] if that fails. This is the one attempt for this need.
    pub fn grow(&self) -> Option<usize> {
        let mut numbers = self.lock();
        if numbers.starting.is_some() || numbers.live == self.most {
            return None;
        }
        let place = numbers.taken.iter().position(|taken| !taken)?;
        numbers.taken[place] = true;
        numbers.starting = Some(place + 1);
        numbers.live += 1;
        Some(place + 1)
    }

    /// The thread has its first role: it is on its way no more, if it was.
    pub fn arrived(&self, thread: usize) {
        self.lock().starting.take_if(|starting| *starting == thread);
    }

    /// The thread that was to come cannot: the next need tries again.
    pub fn failed(&self, thread: usize) {
        let mut numbers = self.lock();
        numbers.starting = None;
        numbers.live -= 1;
        numbers.taken[thread - 1] = false;
    }
    // ANCHOR_END: grow

    /// Whether a thread that nobody needs may go. If so, it must go.
    pub fn may_go(&self) -> bool {
        let mut numbers = self.lock();
        let may = numbers.live > self.least;
        numbers.live -= usize::from(may);
        may
    }

    /// A thread has ended: its number is free again, whichever it was. The first `least` may go as
    /// well as any other, when others have come.
    pub fn gone(&self, thread: usize) {
        self.lock().taken[thread - 1] = false;
    }

    /// Whether the number can change at all.
    pub fn varies(&self) -> bool {
        self.most > self.least
    }

    /// Threads that are there, or on their way.
    pub fn live(&self) -> usize {
        self.lock().live
    }

    /// Nothing panics between two changes: a poisoned lock still holds true numbers.
    fn lock(&self) -> MutexGuard<'_, Numbers> {
        self.numbers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
