//! Wrong answer to exercise 5.2: one job is for one worker, so one is woken: but the one may be somebody who waits for the end.
//!
//! looked right: While nobody waits for the end, only workers sleep there.
//! caught by: shutdown_now_model::a_job_wakes_a_worker_whoever_else_waits
//! diagnosis: deadlock: no thread can go on

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A queue of jobs; clones are the same queue.
pub struct JobQueue<J> {
    shared: Arc<Shared<J>>,
}

struct Shared<J> {
    state: Mutex<State<J>>,
    /// Signalled when a worker, or one who waits for the end, has something to see.
    changed: Condvar,
}

struct State<J> {
    waiting: VecDeque<J>,
    /// Jobs that were taken and whose `Running` is still there.
    running: usize,
    /// An order was given: nothing is accepted any more.
    closed: bool,
}

/// A job that runs. Dropping it says that the job has ended.
pub struct Running<J> {
    shared: Arc<Shared<J>>,
}

impl<J> JobQueue<J> {
    /// An empty queue that accepts jobs.
    pub fn new() -> JobQueue<J> {
        let state = State { waiting: VecDeque::new(), running: 0, closed: false };
        let shared = Shared { state: Mutex::new(state), changed: Condvar::new() };
        JobQueue { shared: Arc::new(shared) }
    }

    /// Queues a job.
    ///
    /// # Errors
    /// The job, after either order.
    pub fn submit(&self, job: J) -> Result<(), J> {
        let mut state = self.shared.lock();
        if state.closed {
            return Err(job);
        }
        state.waiting.push_back(job);
        self.shared.changed.notify_one();
        Ok(())
    }

    /// Takes the oldest job; waits for one. `None`: there will be none any more.
    pub fn take(&self) -> Option<(J, Running<J>)> {
        let mut state = self.shared.lock();
        loop {
            if let Some(job) = state.waiting.pop_front() {
                // Counted under the same lock: in between it would be neither queued nor running.
                state.running += 1;
                return Some((job, Running { shared: Arc::clone(&self.shared) }));
            }
            if state.closed {
                return None;
            }
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Accepts nothing more; what is queued is still done.
    pub fn shutdown(&self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
    }

    /// Accepts nothing more, and returns all jobs that nobody has taken, oldest first.
    pub fn shutdown_now(&self) -> Vec<J> {
        let mut state = self.shared.lock();
        state.closed = true;
        let unrun = state.waiting.drain(..).collect();
        self.shared.changed.notify_all();
        unrun
    }

    /// Waits up to `limit` until all is over, and says whether it is.
    pub fn await_termination(&self, limit: Duration) -> bool {
        let deadline = Instant::now().checked_add(limit);
        let mut state = self.shared.lock();
        while !state.is_over() {
            // What is left, and not `limit`: a wake-up must not begin the time anew.
            let left = deadline.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            let woken = self.shared.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl<J> Drop for Running<J> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.running -= 1;
        if state.is_over() {
            self.shared.changed.notify_all();
        }
    }
}

impl<J> Shared<J> {
    /// No job runs under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> State<J> {
    fn is_over(&self) -> bool {
        self.closed && self.waiting.is_empty() && self.running == 0
    }
}

impl<J> Clone for JobQueue<J> {
    fn clone(&self) -> JobQueue<J> {
        JobQueue { shared: Arc::clone(&self.shared) }
    }
}

impl<J> Default for JobQueue<J> {
    fn default() -> JobQueue<J> {
        JobQueue::new()
    }
}
