//! The text of a failure: complete, readable, and the same on every run.

use std::panic::{self, AssertUnwindSafe};
use std::process::Command;

use crate::places::{Wait, failure, three_clients};
use modelling::{explore, tell, thread};
use shuttle::sync::{Arc, Mutex};

/// Two threads lock two locks, each in its own order.
fn crossed_locks() {
    let locks = Arc::new((Mutex::new(()), Mutex::new(())));
    let theirs = Arc::clone(&locks);
    let right = thread("right", move || {
        tell("locks b");
        let _b = theirs.1.lock().unwrap();
        tell("locks a");
        let _a = theirs.0.lock().unwrap();
    });
    let left = thread("left", move || {
        tell("locks a");
        let _a = locks.0.lock().unwrap();
        tell("locks b");
        let _b = locks.1.lock().unwrap();
    });
    right.join();
    left.join();
}

#[test]
fn the_report_says_what_failed_who_waits_and_how_it_came() {
    let text = failure(|| _ = explore(crossed_locks));
    let (head, rest) = text.split_once("\n\nwho waits where:\n").expect("a head");
    assert_eq!(head, "deadlock: no thread can go on");
    let (waiting, rest) = rest.split_once("\n\nthe story of this schedule:\n").expect("who waits");
    let mut waiting: Vec<&str> = waiting.lines().collect();
    assert_eq!(waiting.remove(0), "  main   waits for `right` to end");
    assert_eq!(waiting.len(), 2, "{text}");
    let (story, place) = rest.split_once("\n\n").expect("a story");
    // Four steps, in an order that leaves each with the lock the other wants.
    assert_eq!(story.lines().count(), 4, "{text}");
    for (number, line) in story.lines().enumerate() {
        assert!(line.starts_with(&format!("  {}. ", number + 1)), "{text}");
    }
    assert!(place.contains("the same on every run"), "{text}");
}

#[test]
fn the_same_model_fails_with_the_same_text() {
    for model in [Wait::If, Wait::LooksBefore] {
        let first = failure(|| _ = explore(three_clients(model)));
        let second = failure(|| _ = explore(three_clients(model)));
        assert_eq!(first, second);
        // On another real thread too: nothing of the story hangs on where it is told.
        let elsewhere = std::thread::spawn(move || failure(|| _ = explore(three_clients(model))));
        assert_eq!(first, elsewhere.join().expect("no panic"));
    }
}

#[test]
fn a_story_begins_anew_with_each_schedule() {
    let text = failure(|| _ = explore(three_clients(Wait::If)));
    let story = text.split("the story of this schedule:\n").nth(1).expect("a story");
    assert!(story.matches("client-1  takes a place").count() <= 1, "{text}");
}

#[test]
fn a_panic_that_the_model_catches_is_part_of_the_story_only() {
    let text = failure(|| {
        explore(|| {
            let worker = thread("worker", || {
                tell("runs a job that panics");
                let job = || panic!("the job's own panic");
                panic::catch_unwind(AssertUnwindSafe(job)).expect_err("it panics");
                tell("goes on");
            });
            worker.join();
            panic!("the real failure");
        });
    });
    assert!(text.starts_with("the real failure\n(main, at "), "{text}");
    assert!(text.contains("2. worker  panics: the job's own panic"), "{text}");
    assert!(text.contains("3. worker  goes on"), "{text}");
    // The worker has ended, so it waits nowhere.
    assert!(!text.contains("worker  after step"), "{text}");
}

#[test]
fn threads_started_by_shuttle_itself_tell_their_names() {
    let text = failure(|| {
        explore(|| {
            let named = shuttle::thread::Builder::new().name("worker-7".to_owned());
            let worker = named.spawn(|| tell("says hello")).expect("it starts");
            worker.join().expect("it ends");
            panic!("to see the story");
        });
    });
    assert!(text.contains("1. worker-7  says hello"), "{text}");
    assert!(!text.contains("worker-7  after step"), "{text}");
}

#[test]
fn outside_a_model_tell_does_nothing() {
    tell("talks to itself");
}

/// Set for the child of the test below.
const DIES: &str = "MODELLING_TEST_DIES";

/// Panics while it unwinds: the process aborts.
struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("the guard finds the lock poisoned");
    }
}

#[test]
fn a_panic_in_a_destructor_is_told_before_the_process_aborts() {
    if std::env::var_os(DIES).is_some() {
        explore(|| {
            let client = thread("client", || {
                tell("holds a guard");
                let _guard = PanicsWhenDropped;
                panic!("the assertion that failed first");
            });
            client.join();
        });
    }
    let name = "report::a_panic_in_a_destructor_is_told_before_the_process_aborts";
    let exe = std::env::current_exe().expect("the test's own binary");
    let child = Command::new(exe).args(["--exact", name]).env(DIES, "1").output().expect("it runs");
    assert!(!child.status.success());
    let stderr = String::from_utf8_lossy(&child.stderr);
    assert!(stderr.contains("the assertion that failed first\n(client, at "), "{stderr}");
    assert!(stderr.contains("panics: the guard finds the lock poisoned"), "{stderr}");
    assert!(stderr.contains("1. client  holds a guard"), "{stderr}");
}

#[test]
fn hooks_of_other_threads_are_left_alone() {
    // Explored once, so that the hook is in place; a panic elsewhere still is a plain panic.
    explore(|| tell("installs the hook"));
    let elsewhere = std::thread::spawn(|| panic!("not part of any story"));
    assert!(elsewhere.join().is_err());
    let text = failure(|| _ = explore(|| panic!("in a model")));
    assert!(!text.contains("not part of any story"), "{text}");
}
