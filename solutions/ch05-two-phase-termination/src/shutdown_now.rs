//! Exercise 5.2: a queue of jobs that ends in two ways
//!
//! The chapter's pool leaves the hard part to the queue of chapter 3. Here it is yours: a queue of
//! jobs that several workers share, and which is shut down in an orderly way, or now. A job is
//! anything; the queue never runs it.
//!
//! What holds when you are done:
//!
//! * Each job that was offered ends in one of three ways, once: a worker took it, `shutdown_now`
//!   returned it, or `submit` refused it and gave it back.
//! * After `shutdown` nothing more is accepted, and workers go on until the queue is empty. After
//!   `shutdown_now` they get nothing more at all.
//! * A worker that waits for a job is woken by either order, and gets `None`.
//! * `await_termination` says `true` when an order was given, the queue is empty, and no job that
//!   was taken still runs: a [`Running`] is a job that runs, and ends by being dropped, also by a
//!   panic.
//! * It waits for `limit` and no longer, however often it is woken. With a limit of zero it only
//!   looks, and one of `Duration::MAX` is as good as none.
//! * The second order may come after the first, and orders may be repeated.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

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
        //@ stub
        //@ | todo!("exercise 5.2: queue the job and wake a worker, unless an order was given")
        let mut state = self.shared.lock();
        if state.closed {
            return Err(job);
        }
        state.waiting.push_back(job);
        // All, and not one: the one might be somebody who waits for the end.
        self.shared.changed.notify_all();
        Ok(())
        //@ end
    }

    /// Takes the oldest job; waits for one. `None`: there will be none any more.
    pub fn take(&self) -> Option<(J, Running<J>)> {
        //@ stub
        //@ | todo!("exercise 5.2: wait for a job or for the end, and count what runs")
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
        //@ end
    }

    /// Accepts nothing more; what is queued is still done.
    pub fn shutdown(&self) {
        //@ stub
        //@ | todo!("exercise 5.2: close, and wake whoever must see it")
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
        //@ end
    }

    /// Accepts nothing more, and returns all jobs that nobody has taken, oldest first.
    pub fn shutdown_now(&self) -> Vec<J> {
        //@ stub
        //@ | todo!("exercise 5.2: close and empty the queue in one step")
        let mut state = self.shared.lock();
        state.closed = true;
        let unrun = state.waiting.drain(..).collect();
        self.shared.changed.notify_all();
        unrun
        //@ end
    }

    /// Waits up to `limit` until all is over, and says whether it is.
    pub fn await_termination(&self, limit: Duration) -> bool {
        //@ stub
        //@ | todo!("exercise 5.2: wait until closed, empty and idle, up to a deadline")
        // None: no clock goes so far, and neither does the wait.
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
        //@ end
    }
}

impl<J> Drop for Running<J> {
    fn drop(&mut self) {
        //@ stub
        //@ | todo!("exercise 5.2: one job less runs; it may have been the last")
        let mut state = self.shared.lock();
        state.running -= 1;
        if state.is_over() {
            self.shared.changed.notify_all();
        }
        //@ end
    }
}

impl<J> Shared<J> {
    /// No job runs under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
//@ stub

impl<J> State<J> {
    fn is_over(&self) -> bool {
        self.closed && self.waiting.is_empty() && self.running == 0
    }
}
//@ end

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
