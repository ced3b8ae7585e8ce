//! Wrong answer to exercise 7.1: it takes turns, and never looks at the numbers.
//!
//! looked right: As long as all connections last equally long, round robin spreads them just as well.
//! caught by: least_connections_contract::the_next_one_goes_where_fewest_are
//! diagnosis: had 2, 0 and 2 connections

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
        let mut state = self.lock();
        let workers = state.open.len();
        let worker = state.next;
        state.open[worker] += 1;
        state.next = (worker + 1) % workers;
        worker
    }

    /// A connection of `worker` has closed.
    pub fn closed(&self, worker: usize) {
        let mut state = self.lock();
        state.open[worker] = state.open[worker].saturating_sub(1);
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
