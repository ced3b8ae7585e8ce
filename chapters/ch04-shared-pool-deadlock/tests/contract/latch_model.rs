//! What exercise 4.1 must keep in every order of the threads.

use modelling::{Thread, explore, tell, thread};

use super::latch::Latch;

/// `workers` threads that each count down once, and `waiters` that check what they find behind.
fn workers_and_waiters(workers: usize, waiters: usize) {
    let latch = Latch::new(workers);
    let waiting: Vec<_> = (1..=waiters)
        .map(|number| {
            let latch = latch.clone();
            thread(format!("waiter-{number}"), move || {
                tell("waits for the latch");
                latch.wait();
                tell("passes");
                let left = latch.count();
                assert_eq!(left, 0, "passed with {left} part(s) still to be done");
            })
        })
        .collect();
    let working: Vec<_> = (1..=workers)
        .map(|number| {
            let latch = latch.clone();
            thread(format!("worker-{number}"), move || {
                tell("counts down");
                latch.count_down();
            })
        })
        .collect();
    working.into_iter().chain(waiting).for_each(Thread::join);
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn nobody_passes_before_zero() {
    explore(|| workers_and_waiters(2, 1));
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn everybody_passes_at_zero() {
    explore(|| workers_and_waiters(1, 3));
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn two_who_count_one_part_count_it_once() {
    explore(|| {
        let latch = Latch::new(1);
        let threads: Vec<_> = (1..=2)
            .map(|number| {
                let latch = latch.clone();
                thread(format!("worker-{number}"), move || {
                    tell("counts down");
                    latch.count_down();
                })
            })
            .collect();
        latch.wait();
        threads.into_iter().for_each(Thread::join);
        assert_eq!(latch.count(), 0, "counted below zero");
    });
}
