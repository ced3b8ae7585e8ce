//! Wrong answer to exercise 7.3: it serves the key that became ready last.
//!
//! looked right: Everybody has a turn in each round, so nobody starves.
//! caught by: turns_contract::turns_come_in_the_order_of_readiness
//! diagnosis: the order in which they became ready

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
            let Some(key) = self.queue.pop_back() else { return };
            self.queued.remove(&key);
            if serve(key, self.budget) == Turn::More {
                self.ready(key);
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
