//! What exercise 8.4a must keep in every order of the threads.

use modelling::{Thread, explore, tell, thread, wake_spuriously};

use super::hunt_lost_follower::ThreadSet;
use crate::sync::{Arc, Mutex};

/// Threads that each lead so many times, and then go.
fn run(threads: &[(&str, usize)]) {
    let set = ThreadSet::new();
    let leaders = Arc::new(Mutex::new(0));
    let threads: Vec<_> = threads
        .iter()
        .map(|&(name, times)| {
            let (set, leaders) = (set.clone(), Arc::clone(&leaders));
            thread(name, move || {
                for _ in 0..times {
                    tell("joins");
                    set.join();
                    tell("leads");
                    *leaders.lock().expect("only the last panic is under this lock") += 1;
                    let now = *leaders.lock().expect("only the last panic is under this lock");
                    assert_eq!(now, 1, "threads that lead at a time");
                    *leaders.lock().expect("only the last panic is under this lock") -= 1;
                    tell("promotes");
                    set.promote_new_leader();
                }
                tell("is done");
            })
        })
        .collect();
    threads.into_iter().for_each(Thread::join);
    tell("joins when all others have gone");
    set.join();
}

#[test]
#[cfg_attr(
    waiting = "hunt_lost_follower",
    ignore = "exercise 8.4a waits for you in src/exercises/hunt_lost_follower.rs"
)]
fn no_follower_is_lost() {
    explore(|| run(&[("a", 2), ("b", 1)]));
}

#[test]
#[cfg_attr(
    waiting = "hunt_lost_follower",
    ignore = "exercise 8.4a waits for you in src/exercises/hunt_lost_follower.rs"
)]
fn at_most_one_thread_leads() {
    explore(|| run(&[("a", 2), ("b", 2), ("c", 1)]));
}

#[test]
#[cfg_attr(
    waiting = "hunt_lost_follower",
    ignore = "exercise 8.4a waits for you in src/exercises/hunt_lost_follower.rs"
)]
fn a_wait_that_ends_for_no_reason_makes_no_leader() {
    explore(|| {
        wake_spuriously();
        run(&[("a", 1), ("b", 1)]);
    });
}
