//! Wrong answer to exercise 7.3: who has more to do comes first, not last.
//!
//! looked right: With one key that is ready, first and last are the same place.
//! caught by: turns_contract::who_has_more_comes_after_all_who_are_ready
//! diagnosis: one turn each, also for the busy one

use std::collections::{HashSet, VecDeque};

/// How a turn was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// There is nothing more to do for now.
    Done,
    /// The budget was spent, and there is more to do.
    More,
}

/// Who is ready, and whose turn it is.
pub struct Turns {
    /// Steps in a turn, at most: what `serve` is told.
    budget: usize,
    /// Those who are ready, in the order of their turns.
    queue: VecDeque<usize>,
    /// The same, to look one up. Invariant: it has the keys of `queue`, each of which is there once.
    queued: HashSet<usize>,
}

impl Turns {
    /// Nobody is ready; a turn will have `budget` steps.
    pub fn new(budget: usize) -> Turns {
        Turns { budget, queue: VecDeque::new(), queued: HashSet::new() }
    }

    /// `key` has something to do.
    pub fn ready(&mut self, key: usize) {
        if self.queued.insert(key) {
            self.queue.push_back(key);
        }
    }

    /// Gives a turn to each that is ready now: calls `serve` with its key and the budget.
    pub fn round(&mut self, mut serve: impl FnMut(usize, usize) -> Turn) {
        for _ in 0..self.queue.len() {
            let Some(key) = self.queue.pop_front() else { return };
            self.queued.remove(&key);
            if serve(key, self.budget) == Turn::More {
                self.queued.insert(key);
                self.queue.push_front(key); // its data is in the cache
            }
        }
    }

    /// `key` is closed: it has no turn any more.
    pub fn forget(&mut self, key: usize) {
        if self.queued.remove(&key) {
            self.queue.retain(|&queued| queued != key);
        }
    }

    /// Whether nobody is ready, so that the loop may sleep.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }
}
