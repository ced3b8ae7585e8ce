//! Who has something to do, and comes next: a queue of turns.
//!
//! A loop that serves a client for as long as that client has something to say serves nobody else.
//! So a turn is bounded, by a budget, and who has not finished goes to the end of the queue. And
//! the queue is worked off in rounds, with a look at the demultiplexer in between: however busy
//! those in the queue are, a client that has just spoken has its turn one round later at most.

use std::collections::VecDeque;

/// The keys of connections that are ready, in the order of their turns.
///
/// It does not look for doubles: whoever puts a key in remembers that it is in, which costs one bit
/// a connection and no search.
#[derive(Default)]
pub struct Ready {
    queue: VecDeque<usize>,
}

impl Ready {
    /// Nobody is ready.
    pub fn new() -> Ready {
        Ready::default()
    }

    /// Whether nobody is.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// `key` has something to do; it comes after all others.
    pub fn push(&mut self, key: usize) {
        self.queue.push_back(key);
    }

    /// Turns in this round: one for each that is ready *now*. Those that come in meanwhile belong
    /// to the next.
    pub fn round(&self) -> usize {
        self.queue.len()
    }

    /// Whose turn it is.
    pub fn pop(&mut self) -> Option<usize> {
        self.queue.pop_front()
    }
}
