//! A pool for models: the books are real, queue and workers are shuttle's.

use std::collections::VecDeque;

use modelling::{Thread, thread};

use ch00_workbench::Journal;

use crate::books::PoolId;
use crate::helping::{Body, Children};
use crate::latch::Opener;
use crate::registry::Registry;
use crate::sync::{Arc, Condvar, Mutex};

/// A pool whose workers are started by hand, each for a number of jobs.
#[derive(Clone)]
pub struct Shop {
    pub registry: Registry,
    pool: PoolId,
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<VecDeque<Body>>,
    /// Signalled with each job that is queued.
    grown: Condvar,
}

impl Shop {
    /// A pool of `threads` workers, in the books.
    pub fn new(threads: usize) -> Shop {
        let registry = Registry::new(Journal::off());
        let pool = registry.pool("shop", threads);
        Shop { registry, pool, queue: Arc::default() }
    }

    /// Queues a job that keeps its line in the books.
    pub fn submit(&self, name: &str, opens: Vec<Opener>, body: impl FnOnce() + Send + 'static) {
        let mut ticket = self.registry.queue(self.pool, name, opens);
        self.push(Box::new(move || {
            ticket.begin();
            body();
            drop(ticket);
        }));
    }

    /// Queues children, as a parent does that may help.
    pub fn split(&self, latch: &str, children: Vec<(String, Body)>) -> Children {
        let offer = |body: Body| {
            self.push(body);
            Ok(())
        };
        Children::split(&self.registry, latch, self.pool, children, &offer)
    }

    fn push(&self, body: Body) {
        self.queue.jobs.lock().unwrap().push_back(body);
        self.queue.grown.notify_one();
    }

    /// Runs the oldest job of the queue, if there is any.
    pub fn run_one(&self) -> bool {
        let job = self.queue.jobs.lock().unwrap().pop_front();
        job.map(|job| job()).is_some()
    }

    /// A worker that does `count` jobs, waiting for them, and leaves.
    pub fn worker(&self, name: &str, count: usize) -> Thread<()> {
        let queue = Arc::clone(&self.queue);
        thread(name, move || {
            for _ in 0..count {
                let mut jobs = queue.jobs.lock().unwrap();
                while jobs.is_empty() {
                    jobs = queue.grown.wait(jobs).unwrap();
                }
                let job = jobs.pop_front().expect("it is not empty");
                drop(jobs);
                job();
            }
        })
    }
}
