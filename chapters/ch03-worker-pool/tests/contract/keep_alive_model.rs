//! What exercise 3.4 must keep in every order of the threads. Here the time may be up at any moment.

use std::time::Duration;

use modelling::{explore, tell, thread};

use super::keep_alive::{Asks, Shift};
use crate::sync::{Arc, Mutex};

const SOME_TIME: Duration = Duration::from_secs(1);

/// Starts a worker that does jobs until it is told to go.
fn start(name: String, shift: &Arc<Shift<u32>>, done: &Arc<Mutex<Vec<u32>>>) {
    let (shift, done) = (Arc::clone(shift), Arc::clone(done));
    let _ = thread(name, move || {
        while let Some(job) = shift.next() {
            tell(format!("does job {job}"));
            done.lock().unwrap().push(job);
        }
        tell("goes home");
    });
}

#[test]
#[cfg_attr(
    waiting = "keep_alive",
    ignore = "exercise 3.4 waits for you in src/exercises/keep_alive.rs"
)]
fn no_job_is_lost_when_the_last_worker_goes() {
    explore(|| {
        let shift = Arc::new(Shift::new(0, SOME_TIME));
        let done = Arc::new(Mutex::new(Vec::new()));
        for job in 1..=3 {
            tell(format!("brings job {job}"));
            if shift.submit(job) == Asks::ForAWorker {
                start(format!("worker-for-{job}"), &shift, &done);
            }
        }
        tell("brings nothing more");
        // Workers go only when there is nothing to do: so when none is left, all is done.
        while shift.workers() > 0 {
            shuttle::thread::yield_now();
        }
        let done = done.lock().unwrap().clone();
        assert_eq!(done, [1, 2, 3], "jobs done, now that all workers have gone home");
    });
}

#[test]
#[cfg_attr(
    waiting = "keep_alive",
    ignore = "exercise 3.4 waits for you in src/exercises/keep_alive.rs"
)]
fn the_core_is_never_undercut() {
    explore(|| {
        let shift = Arc::new(Shift::<u32>::new(1, SOME_TIME));
        for number in 1..=3 {
            shift.one_more();
            let shift = Arc::clone(&shift);
            let worker = thread(format!("worker-{number}"), move || {
                tell("asks for a job");
                let job = shift.next();
                tell(if job.is_some() { "has a job" } else { "goes home" });
                let left = shift.workers();
                assert!(left >= 1, "{left} workers are left, and the core is 1");
                job
            });
            // The one that stays gets the job below.
            let _ = worker;
        }
        while shift.workers() > 1 {
            shuttle::thread::yield_now();
        }
        tell("brings a job for the one that stayed");
        assert_eq!(shift.submit(1), Asks::Nothing, "the core is there");
    });
}
