//! Wrong answer to exercise 3.4: the worker leaves, and the count stays: the next job is left to a worker who went home long ago.
//!
//! looked right: Each worker ends when it should, and the wrong number shows only with the next job.
//! caught by: keep_alive_contract::a_surplus_worker_leaves_and_is_not_counted_any_more
//! diagnosis: workers that are counted

use std::collections::VecDeque;
use std::time::Duration;

use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Jobs, and the number of workers who do them.
pub struct Shift<J> {
    state: Mutex<State<J>>,
    /// Signalled when a job has come.
    job_came: Condvar,
    core: usize,
    keep_alive: Duration,
}

struct State<J> {
    /// Jobs that no worker has taken, the oldest first.
    waiting: VecDeque<J>,
    /// Workers who will call `next` again, or are in it. If it is 0, `waiting` is empty.
    workers: usize,
}

/// What a submit asks of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Nothing: there are workers enough.
    Nothing,
    /// Start a worker; it is counted already.
    ForAWorker,
}

impl<J> Shift<J> {
    /// A shift without jobs or workers. Workers beyond `core` go after `keep_alive` without a job.
    pub fn new(core: usize, keep_alive: Duration) -> Shift<J> {
        let state = Mutex::new(State { waiting: VecDeque::new(), workers: 0 });
        Shift { state, job_came: Condvar::new(), core, keep_alive }
    }

    /// Takes a job in. Asks for a worker if there are fewer than the core, or none.
    pub fn submit(&self, job: J) -> Asks {
        let mut state = self.lock();
        state.waiting.push_back(job);
        let missing = state.workers < self.core.max(1);
        if missing {
            state.workers += 1;
        }
        drop(state);
        self.job_came.notify_one();
        if missing { Asks::ForAWorker } else { Asks::Nothing }
    }

    /// The next job for a worker; waits for one. `None`: this worker is not needed, and has left.
    pub fn next(&self) -> Option<J> {
        let mut state = self.lock();
        let mut overdue = false;
        loop {
            // First of all: a job may have come at the very moment at which the time was up.
            if let Some(job) = state.waiting.pop_front() {
                return Some(job);
            }
            // The same lock since that look, and until the worker is counted out.
            if overdue && state.workers > self.core {
                return None;
            }
            let woken = self.job_came.wait_timeout(state, self.keep_alive);
            let (guard, wait) = woken.unwrap_or_else(PoisonError::into_inner);
            state = guard;
            overdue = wait.timed_out();
        }
    }

    /// One more worker, beyond the core if need be: to be started by the caller.
    pub fn one_more(&self) {
        self.lock().workers += 1;
    }

    /// Workers that are counted now.
    pub fn workers(&self) -> usize {
        self.lock().workers
    }

    /// Nothing panics between two changes under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
