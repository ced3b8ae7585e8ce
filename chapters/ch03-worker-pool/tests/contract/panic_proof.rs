//! What exercise 3.3 must keep.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use ch00_workbench::within;

use super::panic_proof::{Ended, Job, work};

const LIMIT: Duration = Duration::from_secs(5);

/// Runs all jobs on one worker, and returns what it reported. The worker must survive.
fn run(jobs: Vec<Job>) -> Vec<Ended> {
    let mut reports = Vec::new();
    within(LIMIT, || {
        let mut jobs = jobs.into_iter();
        let life = || work(&mut || jobs.next(), &mut |ended| reports.push(ended));
        let end = catch_unwind(AssertUnwindSafe(life));
        assert!(end.is_ok(), "a panic has reached the worker's thread");
    });
    reports
}

fn panicked(message: &str) -> Ended {
    Ended::Panicked(message.to_owned())
}

#[test]
#[cfg_attr(
    waiting = "panic_proof",
    ignore = "exercise 3.3 waits for you in src/exercises/panic_proof.rs"
)]
fn jobs_after_a_panic_are_run() {
    let done = Arc::new(AtomicUsize::new(0));
    let good = || -> Job {
        let done = Arc::clone(&done);
        Box::new(move || {
            done.fetch_add(1, Ordering::SeqCst);
        })
    };
    let reports = run(vec![good(), Box::new(|| panic!("on purpose")), good()]);
    assert_eq!(done.load(Ordering::SeqCst), 2, "jobs done, before and after the panic");
    assert_eq!(reports, [Ended::Done, panicked("on purpose"), Ended::Done]);
}

#[test]
#[cfg_attr(
    waiting = "panic_proof",
    ignore = "exercise 3.3 waits for you in src/exercises/panic_proof.rs"
)]
fn the_message_is_told_whatever_kind_of_text_it_is() {
    let number = 7;
    let reports = run(vec![
        Box::new(|| panic!("a literal, on purpose")),
        Box::new(move || panic!("formatted: {number}, on purpose")),
        Box::new(|| panic_any(42)),
    ]);
    assert_eq!(
        reports,
        [
            panicked("a literal, on purpose"),
            panicked("formatted: 7, on purpose"),
            panicked("no text")
        ]
    );
}

/// Panics when it is dropped, and again with another of its kind.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !thread::panicking() {
            panic_any(Bomb);
        }
    }
}

#[test]
#[cfg_attr(
    waiting = "panic_proof",
    ignore = "exercise 3.3 waits for you in src/exercises/panic_proof.rs"
)]
fn a_payload_that_panics_when_dropped_costs_nothing() {
    let reports = run(vec![Box::new(|| panic_any(Bomb)), Box::new(|| ())]);
    assert_eq!(reports, [panicked("no text"), Ended::Done]);
}

#[test]
#[cfg_attr(
    waiting = "panic_proof",
    ignore = "exercise 3.3 waits for you in src/exercises/panic_proof.rs"
)]
fn what_a_job_owns_is_dropped_where_a_panic_is_kept_in() {
    let bomb = Bomb;
    let reports = run(vec![
        Box::new(move || {
            let _dropped_at_the_end = &bomb;
        }),
        Box::new(|| ()),
    ]);
    assert_eq!(reports, [panicked("no text"), Ended::Done]);
}

#[test]
#[cfg_attr(
    waiting = "panic_proof",
    ignore = "exercise 3.3 waits for you in src/exercises/panic_proof.rs"
)]
fn a_panic_of_the_pool_itself_is_not_hidden() {
    let mut handed_out = 0;
    let mut reported = 0;
    let life = || {
        let mut next = || -> Option<Job> {
            handed_out += 1;
            assert!(handed_out != 2, "the pool's own mistake, on purpose");
            (handed_out < 2).then(|| -> Job { Box::new(|| ()) })
        };
        within(LIMIT, || work(&mut next, &mut |_| reported += 1));
    };
    let end = catch_unwind(AssertUnwindSafe(life));
    assert!(end.is_err(), "the panic of `next` was swallowed");
    assert_eq!(reported, 1, "and it is no job's panic");
}

#[test]
#[cfg_attr(
    waiting = "panic_proof",
    ignore = "exercise 3.3 waits for you in src/exercises/panic_proof.rs"
)]
fn a_panic_of_report_is_not_taken_for_a_job_s() {
    let mut jobs: Vec<Job> = vec![Box::new(|| ()), Box::new(|| ())];
    let mut reports = Vec::new();
    let life = || {
        let mut report = |ended| {
            reports.push(ended);
            assert!(reports.len() != 1, "the pool's own mistake, on purpose");
        };
        within(LIMIT, || work(&mut || jobs.pop(), &mut report));
    };
    let end = catch_unwind(AssertUnwindSafe(life));
    assert!(end.is_err(), "the panic of `report` was swallowed");
    assert_eq!(reports, [Ended::Done], "it ends the loop, and nobody hears of it as a job's");
}
