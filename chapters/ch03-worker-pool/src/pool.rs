//! The pool: what callers see of it.

use std::io;
use std::time::Duration;

use crate::builder::{Builder, check};
use crate::crew::{Crew, Offer};
use crate::handle::JobHandle;
use crate::job::Job;
use crate::metrics::Metrics;
use crate::policy::{Policy, Refused};
use crate::submitted::submitted;
use crate::sync::Arc;
use crate::worker::Workers;

/// A pool of worker threads with a bounded queue. Clones are the same pool.
///
/// When the last clone goes, workers do what is queued, and leave. Nobody waits for them: that may
/// happen inside a job, on a thread that would then wait for itself.
///
/// ```
/// use ch03_worker_pool::WorkerPool;
///
/// let pool = WorkerPool::builder().core(2).max(4).queue(16).build()?;
/// let answer = pool.submit(|| 6 * 7)?;
/// assert_eq!(answer.wait()?, 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct WorkerPool {
    shared: Arc<Shared>,
}

struct Shared {
    workers: Workers,
    policy: Policy,
}

impl WorkerPool {
    /// A pool yet to be made.
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn of(workers: Workers, policy: Policy) -> WorkerPool {
        WorkerPool { shared: Arc::new(Shared { workers, policy }) }
    }

    pub(crate) fn workers(&self) -> &Workers {
        &self.shared.workers
    }

    /// Runs `body` on some worker, soon.
    ///
    /// # Errors
    /// If the pool has no worker and there is no thread for one; with [`Policy::Abort`] also if
    /// the pool is full.
    pub fn execute(&self, body: impl FnOnce() + Send + 'static) -> Result<(), Refused> {
        self.give(Job::plain(body))
    }

    /// Runs `body` on some worker, soon, and returns a handle to what it returns.
    ///
    /// # Errors
    /// As [`WorkerPool::execute`]. A job that the policy discards is no error: its handle says so.
    pub fn submit<T, F>(&self, body: F) -> Result<JobHandle<T>, Refused>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let (job, handle) = submitted(body);
        self.give(job)?;
        Ok(handle)
    }

    /// As [`WorkerPool::submit`], but if the pool is full, waits up to `limit` for room. Inside a
    /// job of the same pool the room may depend on the job that waits for it.
    ///
    /// # Errors
    /// If there was no room in all that time, whatever the policy; or no worker.
    pub fn submit_within<T, F>(&self, limit: Duration, body: F) -> Result<JobHandle<T>, Refused>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let (job, handle) = submitted(body);
        self.offer(job, Some(limit)).map_err(|(job, why)| self.turn_away(job, why))?;
        Ok(handle)
    }

    /// Changes the sizes of a pool at work. Workers that are surplus now leave after the job they
    /// have, or when they have been idle for the keep-alive time.
    ///
    /// # Errors
    /// `InvalidInput` if `max` is 0 or less than `core`.
    pub fn resize(&self, core: usize, max: usize) -> io::Result<()> {
        check(core, max)?;
        for seat in self.crew().resize(core, max) {
            // If it fails, the queue is left to those who work.
            let _ = self.shared.workers.start(seat, None);
        }
        Ok(())
    }

    /// The pool in numbers.
    pub fn metrics(&self) -> Metrics {
        self.crew().metrics()
    }

    /// Finds a place for a job, or does with it what the policy says.
    // ANCHOR: give
    fn give(&self, job: Job) -> Result<(), Refused> {
        let Err((job, why)) = self.offer(job, None) else { return Ok(()) };
        match (why, self.shared.policy) {
            (Refused::Full, Policy::CallerRuns) => {
                // No lock is held here: the job may run for long, and may call the pool.
                let ended = job.run();
                self.crew().lock().sums += ended;
                Ok(())
            }
            (Refused::Full, Policy::Discard) => {
                self.give_up(job);
                Ok(())
            }
            (Refused::Full, Policy::DiscardOldest) => self.displace(job),
            (why, _) => Err(self.turn_away(job, why)),
        }
    }
    // ANCHOR_END: give

    /// Core, queue, max; and where a worker was to be started and is not, once more the queue.
    // ANCHOR: offer
    fn offer(&self, job: Job, patience: Option<Duration>) -> Result<(), (Job, Refused)> {
        match self.crew().offer(job, patience) {
            Offer::Queued => Ok(()),
            Offer::Full(job) => Err((job, Refused::Full)),
            Offer::Closed(job) => Err((job, Refused::Closed)),
            Offer::Start(seat, job) => match self.shared.workers.start(seat, Some(job)) {
                // If there is no job left, the worker has it: it did start.
                Ok(()) | Err((None, _)) => Ok(()),
                Err((Some(job), error)) => self.without_a_new_worker(job, patience, error),
            },
        }
    }
    // ANCHOR_END: offer

    /// One attempt to start a worker for each job, and no lock was held for it. It failed: those
    /// who work do this job too, or nobody does.
    fn without_a_new_worker(
        &self,
        job: Job,
        patience: Option<Duration>,
        error: io::Error,
    ) -> Result<(), (Job, Refused)> {
        match self.crew().offer_to_the_others(job, patience) {
            Ok(Offer::Full(job)) => Err((job, Refused::Full)),
            Ok(Offer::Closed(job)) => Err((job, Refused::Closed)),
            Ok(_) => Ok(()),
            Err(job) => Err((job, Refused::NoWorker(error))),
        }
    }

    /// Queues a job at the cost of the oldest.
    fn displace(&self, mut job: Job) -> Result<(), Refused> {
        loop {
            let (oldest, queued) = self.crew().replace_oldest(job);
            let freed = oldest.is_some();
            oldest.into_iter().for_each(|oldest| self.give_up(oldest));
            match queued {
                Ok(()) => return Ok(()),
                // A caller that waited for room got it. The next oldest goes.
                Err(refused) if freed => job = refused,
                // A queue of 0 holds no job that could be given up, and a closed one gives none up.
                Err(refused) => return Err(self.turn_away(refused, self.why_not_queued())),
            }
        }
    }

    fn give_up(&self, job: Job) {
        self.crew().lock().sums.discarded += 1;
        job.discard();
    }

    fn turn_away(&self, job: Job, why: Refused) -> Refused {
        self.crew().lock().sums.rejected += 1;
        job.discard();
        why
    }

    pub(crate) fn crew(&self) -> &Arc<Crew<Job>> {
        &self.shared.workers.crew
    }
}

impl Drop for Shared {
    /// Runs with the last clone, on whatever thread that is: so it signals, and joins nobody.
    fn drop(&mut self) {
        self.workers.crew.close();
    }
}
