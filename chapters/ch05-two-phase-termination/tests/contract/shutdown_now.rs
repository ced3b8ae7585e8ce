//! What exercise 5.2 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use ch00_workbench::within;

use super::shutdown_now::JobQueue;

const LIMIT: Duration = Duration::from_secs(5);

/// A wait that no test sits out.
const LONG: Duration = Duration::from_secs(3600);

/// A queue with the jobs 1, 2 and 3.
fn three() -> JobQueue<u32> {
    let jobs = JobQueue::new();
    for job in 1..=3 {
        jobs.submit(job).expect("no order was given");
    }
    jobs
}

/// Takes until there is nothing more, and runs nothing.
fn all_of(jobs: &JobQueue<u32>) -> Vec<u32> {
    std::iter::from_fn(|| jobs.take().map(|(job, _)| job)).collect()
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn shutdown_lets_the_queue_be_done_and_refuses_the_rest() {
    within(LIMIT, || {
        let jobs = three();
        jobs.shutdown();
        assert_eq!(jobs.submit(4), Err(4), "a job that comes after the order comes back");
        assert_eq!(all_of(&jobs), [1, 2, 3], "what was queued before the order is done");
        assert!(jobs.await_termination(LONG));
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn shutdown_now_returns_what_nobody_has_taken() {
    within(LIMIT, || {
        let jobs = three();
        let (first, running) = jobs.take().expect("a job");
        assert_eq!(first, 1, "the oldest first");
        assert_eq!(jobs.shutdown_now(), [2, 3], "the jobs that nobody has taken");
        assert_eq!(jobs.shutdown_now(), [0; 0], "the second time there is nothing left");
        assert!(jobs.take().is_none(), "a job after `shutdown_now`");
        assert_eq!(jobs.submit(4), Err(4), "a job that comes after the order comes back");
        drop(running);
        assert!(jobs.await_termination(LONG));
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn the_second_order_may_follow_the_first() {
    within(LIMIT, || {
        let jobs = three();
        jobs.shutdown();
        assert_eq!(jobs.shutdown_now(), [1, 2, 3], "nobody has taken them yet");
        assert!(jobs.await_termination(LONG));
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn a_worker_that_waits_is_woken_by_the_order() {
    for now in [false, true] {
        within(LIMIT, || {
            let jobs = JobQueue::<u32>::new();
            let workers: Vec<_> = (0..3)
                .map(|_| {
                    let jobs = jobs.clone();
                    thread::spawn(move || jobs.take().is_none())
                })
                .collect();
            if now {
                jobs.shutdown_now();
            } else {
                jobs.shutdown();
            }
            for worker in workers {
                assert!(worker.join().expect("it does not panic"), "there was no job");
            }
        });
    }
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn a_job_that_runs_is_waited_for() {
    within(LIMIT, || {
        let jobs = JobQueue::new();
        jobs.submit(1).expect("no order was given");
        let (_, running) = jobs.take().expect("a job");
        jobs.shutdown_now();
        let early = jobs.await_termination(Duration::ZERO);
        assert!(!early, "the end is announced while a job runs");
        drop(running);
        assert!(
            jobs.await_termination(Duration::ZERO),
            "all is over, so there is nothing to wait for"
        );
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn a_panicking_job_has_ended() {
    within(LIMIT, || {
        let jobs = JobQueue::new();
        jobs.submit(1).expect("no order was given");
        let worker = thread::spawn({
            let jobs = jobs.clone();
            move || {
                let (_, _running) = jobs.take().expect("a job");
                panic!("on purpose: this job fails");
            }
        });
        assert!(worker.join().is_err(), "the job panics on purpose");
        jobs.shutdown();
        assert!(
            jobs.await_termination(Duration::ZERO),
            "the job that panicked still runs, it seems"
        );
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn without_an_order_there_is_no_end() {
    let jobs = JobQueue::<u32>::new();
    assert!(!jobs.await_termination(Duration::ZERO), "nothing runs, and yet more may come");
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn a_limit_beyond_all_clocks_is_as_good_as_none() {
    within(LIMIT, || {
        let jobs = JobQueue::<u32>::new();
        jobs.shutdown();
        assert!(jobs.await_termination(Duration::MAX), "an order was given, and nothing runs");
    });
}

#[test]
#[cfg_attr(
    waiting = "shutdown_now",
    ignore = "exercise 5.2 waits for you in src/exercises/shutdown_now.rs"
)]
fn wake_ups_do_not_prolong_the_wait() {
    within(LIMIT, || {
        let jobs = JobQueue::new();
        jobs.submit(0).expect("no order was given");
        let (_, running) = jobs.take().expect("a job");
        let (over, end) = mpsc::channel::<()>();
        // Wakes whoever waits on the queue every 20 ms, for two seconds if nobody ends it.
        let busy = thread::spawn({
            let jobs = jobs.clone();
            move || {
                let pause = Duration::from_millis(20);
                let still = || end.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout);
                (1..=100)
                    .take_while(|_| still())
                    .for_each(|job| jobs.submit(job).expect("no order"));
            }
        });
        let limit = Duration::from_millis(500);
        let start = Instant::now();
        assert!(!jobs.await_termination(limit), "no order was given");
        let took = start.elapsed();
        drop(over);
        busy.join().expect("it does not panic");
        assert!(took >= limit, "woken for nothing, it gave up too soon");
        assert!(took < Duration::from_millis(1500), "each wake-up began the time anew: {took:?}");
        drop(running);
    });
}
