//! What exercise 5.1 must keep in every order of the threads. The model's clock stands still: a
//! sleeper is woken, or sleeps for ever.

use std::time::Duration;

use modelling::{explore, tell, thread};

use super::reporter::Reporter;
use crate::sync::{Arc, Mutex};

const LONG: Duration = Duration::from_secs(3600);

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn a_stop_is_not_missed_whenever_it_comes() {
    explore(|| {
        let reporter = Reporter::new(LONG);
        let shift = reporter.start().expect("none is on");
        let worker = thread("reporter", move || {
            tell("works its shift");
            shift.work(|| tell("reports"));
            tell("has ended its shift");
        });
        tell("stops the shift and waits for its end");
        reporter.stop();
        assert!(!reporter.is_on(), "`stop` has returned, and the shift is not over");
        worker.join();
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn of_two_who_start_one_has_the_shift() {
    explore(|| {
        let reporter = Reporter::new(LONG);
        let on = Arc::new(Mutex::new(0));
        let starters: Vec<_> = (1..=2)
            .map(|number| {
                let (reporter, on) = (reporter.clone(), Arc::clone(&on));
                thread(format!("starter-{number}"), move || {
                    tell("starts");
                    let Ok(shift) = reporter.start() else { return };
                    tell("has the shift");
                    let mut count = on.lock().expect("no panic but the last one");
                    *count += 1;
                    assert_eq!(*count, 1, "shifts at a time");
                    drop(count);
                    *on.lock().expect("no panic but the last one") -= 1;
                    drop(shift);
                })
            })
            .collect();
        starters.into_iter().for_each(|starter| starter.join());
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn all_who_stop_hear_of_the_end() {
    explore(|| {
        let reporter = Reporter::new(LONG);
        let shift = reporter.start().expect("none is on");
        let worker = thread("reporter", move || shift.work(|| tell("reports")));
        let stoppers: Vec<_> = (1..=2)
            .map(|number| {
                let reporter = reporter.clone();
                thread(format!("stopper-{number}"), move || {
                    tell("stops the shift and waits for its end");
                    reporter.stop();
                    assert!(!reporter.is_on(), "`stop` has returned, and the shift is not over");
                })
            })
            .collect();
        stoppers.into_iter().for_each(|stopper| stopper.join());
        worker.join();
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn an_order_is_for_the_shift_that_is_on() {
    explore(|| {
        let reporter = Reporter::new(LONG);
        let first = reporter.start().expect("none is on");
        let worker = thread("first", move || first.work(|| tell("reports")));
        let stopper = thread("stopper", {
            let reporter = reporter.clone();
            move || {
                tell("stops the first shift and waits for its end");
                reporter.stop();
            }
        });
        worker.join();
        // It may be that the stopper has not heard of the end yet.
        let second = reporter.start().expect("the first is over");
        stopper.join();
        drop(second);
    });
}
