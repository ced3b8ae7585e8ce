//! A queue made of the model's locks, in place of the channel, which does not run in a model.

use std::collections::VecDeque;
use std::time::Duration;

use crate::queue::{Ends, Inlet, NoJob, Outlet};
use crate::sync::{Arc, Condvar, Mutex};

struct Shared<J> {
    jobs: Mutex<Jobs<J>>,
    changed: Condvar,
    capacity: usize,
}

struct Jobs<J> {
    waiting: VecDeque<J>,
    closed: bool,
}

struct Callers<J>(Arc<Shared<J>>);
struct Workers<J>(Arc<Shared<J>>);

/// The two ends of a queue of `capacity` jobs.
pub fn modelled_queue<J: Send + 'static>(capacity: usize) -> Ends<J> {
    let jobs = Mutex::new(Jobs { waiting: VecDeque::new(), closed: false });
    let shared = Arc::new(Shared { jobs, changed: Condvar::new(), capacity });
    (Box::new(Callers(Arc::clone(&shared))), Box::new(Workers(shared)))
}

impl<J: Send> Inlet<J> for Callers<J> {
    fn try_push(&self, job: J) -> Result<(), J> {
        let mut jobs = self.0.jobs.lock().unwrap();
        if jobs.waiting.len() == self.0.capacity {
            return Err(job);
        }
        jobs.waiting.push_back(job);
        drop(jobs);
        self.0.changed.notify_all();
        Ok(())
    }

    fn push_within(&self, job: J, limit: Duration) -> Result<(), J> {
        let mut jobs = self.0.jobs.lock().unwrap();
        while jobs.waiting.len() == self.0.capacity {
            let (woken, wait) = self.0.changed.wait_timeout(jobs, limit).unwrap();
            jobs = woken;
            if wait.timed_out() && jobs.waiting.len() == self.0.capacity {
                return Err(job);
            }
        }
        jobs.waiting.push_back(job);
        drop(jobs);
        self.0.changed.notify_all();
        Ok(())
    }
}

impl<J> Drop for Callers<J> {
    fn drop(&mut self) {
        self.0.jobs.lock().unwrap().closed = true;
        self.0.changed.notify_all();
    }
}

impl<J: Send> Outlet<J> for Workers<J> {
    fn try_pop(&self) -> Option<J> {
        let job = self.0.jobs.lock().unwrap().waiting.pop_front();
        if job.is_some() {
            self.0.changed.notify_all();
        }
        job
    }

    fn pop_within(&self, limit: Duration) -> Result<J, NoJob> {
        let mut jobs = self.0.jobs.lock().unwrap();
        let mut late = false;
        loop {
            if let Some(job) = jobs.waiting.pop_front() {
                drop(jobs);
                self.0.changed.notify_all();
                return Ok(job);
            }
            if jobs.closed {
                return Err(NoJob::Closed);
            }
            if late {
                return Err(NoJob::TimedOut);
            }
            let (woken, wait) = self.0.changed.wait_timeout(jobs, limit).unwrap();
            jobs = woken;
            late = wait.timed_out();
        }
    }

    fn len(&self) -> usize {
        self.0.jobs.lock().unwrap().waiting.len()
    }
}
