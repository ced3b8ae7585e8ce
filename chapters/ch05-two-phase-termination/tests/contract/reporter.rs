//! What exercise 5.1 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ch00_workbench::{Gate, within};

use super::reporter::{AlreadyOn, Reporter};

const LIMIT: Duration = Duration::from_secs(5);

/// An interval that no test waits for.
const LONG: Duration = Duration::from_secs(3600);

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn a_stop_does_not_wait_for_the_interval() {
    within(LIMIT, || {
        let reporter = Reporter::new(LONG);
        let (reported, reports) = mpsc::channel();
        let shift = reporter.start().expect("none is on");
        let worker = thread::spawn(move || shift.work(|| reported.send(()).unwrap_or_default()));
        reports.recv().expect("the first report comes at once");
        reporter.stop();
        assert!(!reporter.is_on(), "`stop` has returned, and the shift is not over");
        worker.join().expect("no report panics");
        assert!(reports.recv().is_err(), "one report, and the next would be due in an hour");
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn it_reports_every_interval() {
    within(LIMIT, || {
        let reporter = Reporter::new(Duration::from_millis(1));
        let (reported, reports) = mpsc::channel();
        let shift = reporter.start().expect("none is on");
        let worker = thread::spawn(move || shift.work(|| reported.send(()).unwrap_or_default()));
        for _ in 0..5 {
            reports.recv().expect("the next report, a millisecond later");
        }
        reporter.stop();
        worker.join().expect("no report panics");
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn there_is_one_shift_at_a_time() {
    let reporter = Reporter::new(LONG);
    let shift = reporter.start().expect("none is on");
    assert_eq!(reporter.clone().start().err(), Some(AlreadyOn), "a second shift, beside the first");
    drop(shift);
    assert!(reporter.start().is_ok(), "the first is over, though it was never worked");
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn after_a_stop_it_can_be_started_again() {
    within(LIMIT, || {
        let reporter = Reporter::new(LONG);
        for round in 1..=3 {
            let (reported, reports) = mpsc::channel();
            let shift = reporter.start().expect("none is on");
            let worker =
                thread::spawn(move || shift.work(|| reported.send(()).unwrap_or_default()));
            assert!(reports.recv().is_ok(), "round {round} ended before its first report");
            reporter.stop();
            reporter.stop(); // nothing is on: nothing to do
            worker.join().expect("no report panics");
        }
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn a_report_may_stop_its_own_shift() {
    within(LIMIT, || {
        let reporter = Reporter::new(LONG);
        let shift = reporter.start().expect("none is on");
        let mut reports = 0;
        shift.work(|| {
            reports += 1;
            reporter.stop();
        });
        assert_eq!(reports, 1, "the order was there before the sleep");
        assert!(!reporter.is_on());
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn a_stop_waits_for_the_report_that_is_under_way() {
    within(LIMIT, || {
        let reporter = Reporter::new(LONG);
        let inside = Gate::new("the report's end");
        let shift = reporter.start().expect("none is on");
        let worker = thread::spawn({
            let inside = inside.clone();
            move || shift.work(|| inside.pass())
        });
        inside.wait_for_waiting(1);
        let (stopped, ends) = mpsc::channel();
        let stopper = thread::spawn({
            let reporter = reporter.clone();
            move || {
                reporter.stop();
                let _ = stopped.send(reporter.is_on());
            }
        });
        assert!(ends.try_recv().is_err(), "`stop` has returned while a report runs");
        inside.open();
        assert_eq!(ends.recv(), Ok(false), "`stop` has returned, and the shift is not over");
        stopper.join().expect("it does not panic");
        worker.join().expect("no report panics");
    });
}

#[test]
#[cfg_attr(
    waiting = "reporter",
    ignore = "exercise 5.1 waits for you in src/exercises/reporter.rs"
)]
fn a_panicking_report_ends_its_shift() {
    within(LIMIT, || {
        let reporter = Reporter::new(LONG);
        let shift = reporter.start().expect("none is on");
        let worker = thread::spawn(move || shift.work(|| panic!("on purpose: this report fails")));
        assert!(worker.join().is_err(), "the report panics on purpose");
        reporter.stop();
        assert!(reporter.start().is_ok(), "the shift of the report that panicked is still on");
    });
}
