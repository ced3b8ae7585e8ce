//! The pool's end, as callers see it: the pieces from which chapter 5 makes an orderly one.

use std::time::Duration;

use crate::job::Job;
use crate::policy::Refused;
use crate::pool::WorkerPool;

impl WorkerPool {
    /// Takes no more jobs. Workers do what is queued and leave; this waits for none of them.
    pub fn close(&self) {
        self.crew().close();
    }

    /// Whether the pool takes no more jobs.
    pub fn is_closed(&self) -> bool {
        self.crew().lock().is_closed()
    }

    /// Closes the pool and takes all jobs that no worker has taken; each is handed out once. Does
    /// not wait for the jobs that run.
    pub fn take_back(&self) -> Vec<Job> {
        self.crew().take_back()
    }

    /// Waits up to `limit` until the pool is closed and its last worker has left; says whether it
    /// is so. With a limit of zero it only looks.
    pub fn wait_until_left(&self, limit: Duration) -> bool {
        self.crew().wait_until_left(limit)
    }

    /// Why a job found no place, not even at the cost of another.
    pub(crate) fn why_not_queued(&self) -> Refused {
        if self.is_closed() { Refused::Closed } else { Refused::Full }
    }
}
