//! What exercise 3.4 must keep on real threads. That no job is lost at the moment of leaving is for
//! the model beside this file.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ch00_workbench::within;

use super::keep_alive::{Asks, Shift};

const LIMIT: Duration = Duration::from_secs(5);
const SHORT: Duration = Duration::from_millis(10);

#[test]
#[cfg_attr(
    waiting = "keep_alive",
    ignore = "exercise 3.4 waits for you in src/exercises/keep_alive.rs"
)]
fn jobs_are_handed_out_in_order() {
    let shift = Shift::new(1, SHORT);
    assert_eq!(shift.submit("first"), Asks::ForAWorker);
    assert_eq!(shift.submit("second"), Asks::Nothing);
    within(LIMIT, || {
        assert_eq!((shift.next(), shift.next()), (Some("first"), Some("second")));
    });
}

#[test]
#[cfg_attr(
    waiting = "keep_alive",
    ignore = "exercise 3.4 waits for you in src/exercises/keep_alive.rs"
)]
fn a_surplus_worker_leaves_and_is_not_counted_any_more() {
    let shift = Shift::<()>::new(0, SHORT);
    shift.one_more();
    assert_eq!(within(LIMIT, || shift.next()), None, "nothing to do for so long");
    assert_eq!(shift.workers(), 0, "workers that are counted");
    assert_eq!(shift.submit(()), Asks::ForAWorker, "nobody is there any more");
}

#[test]
#[cfg_attr(
    waiting = "keep_alive",
    ignore = "exercise 3.4 waits for you in src/exercises/keep_alive.rs"
)]
fn the_core_waits_for_as_long_as_it_takes() {
    let shift = Arc::new(Shift::new(1, SHORT));
    shift.one_more();
    shift.one_more();
    let worker = || {
        let shift = Arc::clone(&shift);
        thread::spawn(move || shift.next())
    };
    let workers = [worker(), worker()];
    within(LIMIT, || {
        // One leaves, the other waits: only then does the job come.
        while shift.workers() > 1 {
            thread::yield_now();
        }
        assert_eq!(shift.submit("late"), Asks::Nothing, "the core is there");
        let mut got = workers.map(|worker| worker.join().expect("no panic"));
        got.sort_unstable();
        assert_eq!(got, [None, Some("late")]);
        assert_eq!(shift.workers(), 1, "the core");
    });
}

#[test]
#[cfg_attr(
    waiting = "keep_alive",
    ignore = "exercise 3.4 waits for you in src/exercises/keep_alive.rs"
)]
fn a_surplus_worker_goes_only_when_its_time_is_up() {
    let shift = Shift::<()>::new(0, SHORT);
    shift.one_more();
    let begun = Instant::now();
    assert_eq!(within(LIMIT, || shift.next()), None, "nothing to do for so long");
    let stayed = begun.elapsed();
    assert!(stayed >= SHORT, "it went after {stayed:?}, before its time of {SHORT:?} was up");
}

#[test]
#[cfg_attr(
    waiting = "keep_alive",
    ignore = "exercise 3.4 waits for you in src/exercises/keep_alive.rs"
)]
fn a_job_that_comes_while_a_surplus_worker_waits_is_done_by_it() {
    let shift = Arc::new(Shift::new(0, Duration::from_secs(3600)));
    shift.one_more();
    let worker = thread::spawn({
        let shift = Arc::clone(&shift);
        move || shift.next()
    });
    within(LIMIT, || {
        assert_eq!(shift.submit("late"), Asks::Nothing, "a worker is there");
        assert_eq!(worker.join().expect("no panic"), Some("late"), "what the worker got");
    });
}
