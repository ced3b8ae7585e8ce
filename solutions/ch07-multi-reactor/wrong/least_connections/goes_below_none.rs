//! Wrong answer to exercise 7.1: an end too many takes one from none.
//!
//! looked right: If every end is told once, no worker ever has fewer than none.
//! caught by: least_connections_contract::an_end_too_many_changes_nothing
//! diagnosis: it had none, and keeps none

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
        let mut state = self.lock();
        state.open[worker] = state.open[worker].wrapping_sub(1);
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
