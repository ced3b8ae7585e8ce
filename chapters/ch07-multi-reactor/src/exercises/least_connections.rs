//! Exercise 7.1: least connections, asked from several threads
//!
//! The chapter's own policy has one acceptor to serve, so it may look first and count afterwards.
//! And of several workers with equally few it takes the first: on a quiet server, where each client
//! has gone before the next one comes, that is the same worker every time. Write one that several
//! acceptors may ask at once, and that lets equals take turns.
//!
//! What holds when you are done:
//!
//! * [`LeastConnections::assign`] chooses a worker that has fewest open connections, and counts the
//!   new one as its own. Choosing and counting are one step: two who ask at once do not both choose
//!   the worker that was emptiest before.
//! * Among equals it goes round: it takes the first of them that comes after the worker chosen
//!   last, and after the last worker comes the first.
//! * [`LeastConnections::closed`] counts one connection less. A worker that has none keeps none,
//!   even if it is told of an end too many.
//!
//! The lock comes from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// Chooses workers; shared by all who ask and all whose connections close.
pub struct LeastConnections {
    state: Mutex<State>,
}

struct State {
    /// Open connections, by worker.
    open: Vec<usize>,
    /// The worker after the one that was chosen last: where to begin among equals.
    next: usize,
}

impl LeastConnections {
    /// So many workers, from 1, without any connection.
    pub fn new(workers: usize) -> LeastConnections {
        LeastConnections { state: Mutex::new(State { open: vec![0; workers], next: 0 }) }
    }

    /// Chooses the worker, from 0, for one more connection, and counts that as its own.
    pub fn assign(&self) -> usize {
        todo!("exercise 7.1: the first with fewest, counted from `next`; count it; move `next`")
    }

    /// A connection of `worker` has closed.
    pub fn closed(&self, worker: usize) {
        todo!("exercise 7.1: one less, and never less than none")
    }

    /// Open connections, by worker; they may be others before you look at the answer.
    pub fn open(&self) -> Vec<usize> {
        self.lock().open.clone()
    }

    /// Nothing panics under this lock between two changes: a poisoned one still holds true numbers.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
