//! Wrong answer to exercise 7.1: connections that have closed still count.
//!
//! looked right: While nobody leaves, it cannot be told from a right one.
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
        let in_turn = (0..workers).map(|step| (state.next + step) % workers);
        // Of several least ones, `min_by_key` returns the first.
        let worker = in_turn.min_by_key(|&worker| state.open[worker]).expect("workers, from 1");
        state.open[worker] += 1;
        state.next = (worker + 1) % workers;
        worker
    }

    /// A connection of `worker` has closed.
    pub fn closed(&self, worker: usize) {
        let _ = worker; // those that are open now are what `assign` has counted
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
