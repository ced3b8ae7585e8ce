//! What exercise 5.2 must keep in every order of the threads. The model's clock stands still: one
//! who waits is woken, or waits for ever.

use std::time::Duration;

use modelling::{Thread, explore, tell, thread};

use super::shutdown_now::JobQueue;
use crate::sync::{Arc, Condvar, Mutex};

const LONG: Duration = Duration::from_secs(3600);

/// Where jobs have ended, and how.
#[derive(Clone, Default)]
struct Books {
    ended: Arc<Mutex<Vec<(u32, &'static str)>>>,
    /// Signalled with every entry.
    more: Arc<Condvar>,
}

impl Books {
    fn note(&self, job: u32, how: &'static str) {
        tell(format!("job {job} is {how}"));
        self.ended.lock().expect("no panic under this lock").push((job, how));
        self.more.notify_all();
    }

    fn wait_for_the_first(&self) {
        let mut ended = self.ended.lock().expect("no panic under this lock");
        while ended.is_empty() {
            ended = self.more.wait(ended).expect("no panic under this lock");
        }
    }

    /// Every one of `jobs` has ended in one way, once.
    fn check(&self, jobs: &[u32]) {
        let mut ended = self.ended.lock().expect("no panic under this lock").clone();
        ended.sort_unstable();
        let found: Vec<u32> = ended.iter().map(|(job, _)| *job).collect();
        assert_eq!(found, jobs, "run, returned or refused, each once: {ended:?}");
    }
}

fn worker(jobs: &JobQueue<u32>, books: &Books, number: u32) -> Thread<()> {
    let (jobs, books) = (jobs.clone(), books.clone());
    thread(format!("worker-{number}"), move || {
        tell("waits for a job");
        while let Some((job, running)) = jobs.take() {
            books.note(job, "run");
            drop(running);
            tell("waits for a job");
        }
    })
}

fn caller(jobs: &JobQueue<u32>, books: &Books, of: [u32; 2]) -> Thread<()> {
    let (jobs, books) = (jobs.clone(), books.clone());
    thread(format!("caller-{}", of[0]), move || {
        for job in of {
            tell(format!("submits job {job}"));
            if let Err(job) = jobs.submit(job) {
                books.note(job, "refused");
            }
        }
    })
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn every_job_is_run_returned_or_refused_once() {
    explore(|| {
        let (jobs, books) = (JobQueue::new(), Books::default());
        let threads = vec![
            worker(&jobs, &books, 1),
            worker(&jobs, &books, 2),
            caller(&jobs, &books, [1, 2]),
            caller(&jobs, &books, [3, 4]),
        ];
        tell("shuts down now");
        jobs.shutdown_now().into_iter().for_each(|job| books.note(job, "returned"));
        assert!(jobs.await_termination(LONG), "an hour is enough");
        threads.into_iter().for_each(Thread::join);
        books.check(&[1, 2, 3, 4]);
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn after_a_shutdown_what_was_accepted_is_run() {
    explore(|| {
        let (jobs, books) = (JobQueue::new(), Books::default());
        let threads = vec![worker(&jobs, &books, 1), caller(&jobs, &books, [1, 2])];
        tell("shuts down");
        jobs.shutdown();
        threads.into_iter().for_each(Thread::join);
        books.check(&[1, 2]);
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn the_end_comes_after_the_last_job() {
    explore(|| {
        let jobs = JobQueue::new();
        let running = Arc::new(Mutex::new(0));
        let worker = thread("worker", {
            let (jobs, running) = (jobs.clone(), Arc::clone(&running));
            move || {
                while let Some((job, guard)) = jobs.take() {
                    tell(format!("runs job {job}"));
                    *running.lock().expect("no panic under this lock") += 1;
                    *running.lock().expect("no panic under this lock") -= 1;
                    drop(guard);
                    // What a job may touch is to be there until it has ended.
                }
            }
        });
        jobs.submit(1).expect("no order was given");
        tell("shuts down and waits for the end");
        jobs.shutdown();
        assert!(jobs.await_termination(LONG), "an hour is enough");
        assert!(jobs.take().is_none(), "the end was announced while a job was queued");
        let running = *running.lock().expect("no panic under this lock");
        assert_eq!(running, 0, "jobs that run after the end was announced");
        worker.join();
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn a_job_wakes_a_worker_whoever_else_waits() {
    explore(|| {
        let (jobs, books) = (JobQueue::new(), Books::default());
        let worker = worker(&jobs, &books, 1);
        let waiter = thread("waiter", {
            let jobs = jobs.clone();
            move || {
                tell("waits for the end");
                assert!(jobs.await_termination(LONG), "an hour is enough");
            }
        });
        jobs.submit(1).expect("no order was given");
        tell("waits until the job has run");
        books.wait_for_the_first();
        jobs.shutdown();
        worker.join();
        waiter.join();
    });
}
