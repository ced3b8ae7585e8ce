//! A pool that ends in good order, with the semantics of Java's `ThreadPoolExecutor`.
//!
//! Both orders have two phases: *say* it, then *wait* until it is so. They differ in their reach
//! alone. [`StoppablePool::shutdown`] reaches those who bring jobs; [`StoppablePool::shutdown_now`]
//! reaches the queue and the running jobs as well.

use std::time::Duration;

use ch03_worker_pool::job::Job;
use ch03_worker_pool::{JobHandle, Refused, WorkerPool};

use crate::token::StopToken;

/// A [`WorkerPool`] whose jobs can be told to end. Clones are the same pool.
///
/// ```
/// use ch03_worker_pool::WorkerPool;
/// use ch05_two_phase_termination::StoppablePool;
/// use std::time::Duration;
///
/// let pool = StoppablePool::new(WorkerPool::builder().core(1).build()?);
/// pool.execute(|stop| {
///     let _ = stop.sleep(Duration::from_secs(3600)); // or until the pool is shut down now
/// })?;
/// pool.execute(|_| println!("never runs"))?;
/// let unrun = pool.shutdown_now();
/// assert!(pool.await_termination(Duration::from_secs(10)));
/// assert!(unrun.len() <= 1); // the second job; or none, if it came to run before the order
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct StoppablePool {
    pool: WorkerPool,
    /// Handed to every job; stopped by `shutdown_now`.
    running: StopToken,
}

impl StoppablePool {
    /// Makes a pool stoppable.
    pub fn new(pool: WorkerPool) -> StoppablePool {
        StoppablePool { pool, running: StopToken::new() }
    }

    /// The pool itself: for its numbers, and to change its sizes.
    pub fn pool(&self) -> &WorkerPool {
        &self.pool
    }

    /// Runs `body` on some worker, soon; the token it gets says when to end early.
    ///
    /// # Errors
    /// As [`WorkerPool::execute`]; [`Refused::Closed`] after a shutdown.
    pub fn execute(&self, body: impl FnOnce(&StopToken) + Send + 'static) -> Result<(), Refused> {
        let running = self.running.clone();
        self.pool.execute(move || body(&running))
    }

    /// As [`StoppablePool::execute`], and returns a handle to what `body` returns.
    ///
    /// # Errors
    /// As [`WorkerPool::submit`]; [`Refused::Closed`] after a shutdown.
    pub fn submit<T, F>(&self, body: F) -> Result<JobHandle<T>, Refused>
    where
        T: Send + 'static,
        F: FnOnce(&StopToken) -> T + Send + 'static,
    {
        let running = self.running.clone();
        self.pool.submit(move || body(&running))
    }

    // ANCHOR: shutdown
    /// No new jobs; what is queued and what runs is done. Returns at once, on any thread.
    pub fn shutdown(&self) {
        self.pool.close();
    }

    /// No new jobs; the running ones are told to end, and those that no worker has taken come back,
    /// each once. Run them elsewhere, or drop them: their handles end as cancelled then.
    ///
    /// Does not wait for running jobs, so a job may call it too.
    pub fn shutdown_now(&self) -> Vec<Job> {
        // The queue first: a running job that ends on the order must not make its worker free for
        // one that is about to be taken back.
        let unrun = self.pool.take_back();
        self.running.stop();
        unrun
    }

    /// Waits up to `limit` for the end: the order was given, and the last worker has left. With a
    /// limit of zero it only looks. A worker of this pool would wait for itself, and in vain.
    pub fn await_termination(&self, limit: Duration) -> bool {
        self.pool.wait_until_left(limit)
    }
    // ANCHOR_END: shutdown

    /// Whether the order was given, of either kind.
    pub fn is_shutdown(&self) -> bool {
        self.pool.is_closed()
    }
}
