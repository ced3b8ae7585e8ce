//! What exercise 4.4 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ch00_workbench::{Gate, within};

use super::helping_wait::Board;

const LIMIT: Duration = Duration::from_secs(5);

/// Runs `job` on a thread called `worker`.
fn worker(job: impl FnOnce() + Send + 'static) -> std::thread::JoinHandle<()> {
    let worker = std::thread::Builder::new().name("worker".to_owned());
    worker.spawn(job).expect("a thread")
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn without_a_worker_the_family_helps_itself() {
    let board = Board::new();
    let family = board.family();
    let ran = Arc::new(AtomicUsize::new(0));
    for _ in 0..3 {
        let ran = Arc::clone(&ran);
        family.add(move || {
            ran.fetch_add(1, Ordering::SeqCst);
        });
    }
    within(LIMIT, || family.wait());
    assert_eq!(ran.load(Ordering::SeqCst), 3, "three children, each run once");
    assert!(!board.run_one(), "nothing is left on the board");
    within(LIMIT, || family.wait());
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn a_worker_takes_the_oldest_of_all_families() {
    let board = Board::new();
    let order = Arc::new(Mutex::new(Vec::new()));
    let families = [board.family(), board.family()];
    for number in 0..4 {
        let order = Arc::clone(&order);
        families[number % 2].add(move || order.lock().expect("no panic").push(number));
    }
    while board.run_one() {}
    assert_eq!(*order.lock().expect("no panic"), [0, 1, 2, 3], "oldest first, whoever's it is");
    within(LIMIT, || families.iter().for_each(|family| family.wait()));
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn a_wait_runs_no_child_of_another_family() {
    let board = Board::new();
    let (own, other) = (board.family(), board.family());
    let ran = Arc::new(AtomicUsize::new(0));
    let theirs = Arc::clone(&ran);
    other.add(move || {
        theirs.fetch_add(1, Ordering::SeqCst);
    });
    own.add(|| {});
    within(LIMIT, || own.wait());
    assert_eq!(ran.load(Ordering::SeqCst), 0, "it ran a child of another family");
    assert!(board.run_one(), "the other family's child is still there for a worker");
    within(LIMIT, || other.wait());
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn a_wait_includes_the_child_that_a_worker_runs() {
    let board = Board::new();
    let family = board.family();
    let gate = Gate::new("the child may end");
    let ended = Arc::new(AtomicUsize::new(0));
    family.add({
        let (gate, ended) = (gate.clone(), Arc::clone(&ended));
        move || {
            gate.pass();
            ended.fetch_add(1, Ordering::SeqCst);
        }
    });
    let theirs = board.clone();
    let worker = worker(move || {
        theirs.run_one();
    });
    gate.wait_for_waiting(1);
    // There is nothing to help with: the wait has to last until the child has passed the gate.
    family.add({
        let gate = gate.clone();
        move || gate.open()
    });
    within(LIMIT, || family.wait());
    assert_eq!(ended.load(Ordering::SeqCst), 1, "the wait was over before the child was");
    within(LIMIT, || worker.join()).expect("the worker does not panic");
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn a_child_that_panics_has_ended() {
    let board = Board::new();
    let family = board.family();
    family.add(|| panic!("on purpose: this child goes down"));
    within(LIMIT, || family.wait());
    family.add(|| panic!("on purpose: this one goes down with a worker"));
    assert!(board.run_one(), "the panic went no further than its child");
    within(LIMIT, || family.wait());
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn a_child_may_have_children() {
    let board = Board::new();
    let family = board.family();
    let ran = Arc::new(AtomicUsize::new(0));
    for _ in 0..2 {
        let (board, ran) = (board.clone(), Arc::clone(&ran));
        family.add(move || {
            let family = board.family();
            for _ in 0..2 {
                let ran = Arc::clone(&ran);
                family.add(move || {
                    ran.fetch_add(1, Ordering::SeqCst);
                });
            }
            family.wait();
        });
    }
    within(LIMIT, || family.wait());
    assert_eq!(ran.load(Ordering::SeqCst), 4, "two children with two children each");
}
