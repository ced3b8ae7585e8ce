//! Exercise 7.3: a fairness budget
//!
//! The chapter's loop keeps for each connection whether it is in the queue of those who are ready,
//! and leaves it to itself to go on in rounds. Write a queue of turns that sees to all of that. It
//! belongs to one loop, so there is no lock.
//!
//! What holds when you are done:
//!
//! * Turns are given in the order in which keys became ready. A key is in the queue once, however
//!   often it becomes ready before its turn. After its turn it may become ready again.
//! * A round gives one turn to each key that was ready when it began, and then it is over, however
//!   busy they are: the loop has other things to do between two rounds.
//! * A key that has not finished is ready again at once, and comes after everybody who was ready
//!   before it. So nobody waits for more than one turn of each other.
//! * A key that is forgotten has no turn, unless it becomes ready again.
//!
//! Every operation but [`Turns::forget`] takes constant time for each key.

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
        todo!("exercise 7.3: to the end of the queue, unless it is in it")
    }

    /// Gives a turn to each that is ready now: calls `serve` with its key and the budget.
    pub fn round(&mut self, mut serve: impl FnMut(usize, usize) -> Turn) {
        todo!("exercise 7.3: as many turns as are in the queue now; who has more comes last")
    }

    /// `key` is closed: it has no turn any more.
    pub fn forget(&mut self, key: usize) {
        todo!("exercise 7.3: out of the queue, wherever in it")
    }

    /// Whether nobody is ready, so that the loop may sleep.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty()
    }
}
