//! What exercise 8.4b must keep in every order of the threads.

use modelling::{Thread, explore, tell, thread, wake_spuriously};

use super::hunt_two_leaders::ThreadSet;
use crate::sync::{Arc, Mutex};

/// So many threads, each of which leads so many times; then thread 1 comes once more.
fn run(threads: usize, times: usize) {
    let set = ThreadSet::new(1);
    let leaders = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (1..=threads)
        .map(|me| {
            let (set, leaders) = (set.clone(), Arc::clone(&leaders));
            thread(format!("thread-{me}"), move || {
                for _ in 0..times {
                    tell("joins");
                    set.join(me);
                    tell("leads");
                    *leaders.lock().expect("only the last panic is under this lock") += 1;
                    let now = *leaders.lock().expect("only the last panic is under this lock");
                    assert_eq!(now, 1, "threads that lead at a time");
                    *leaders.lock().expect("only the last panic is under this lock") -= 1;
                    tell("promotes");
                    set.promote_new_leader();
                    tell("processes");
                }
            })
        })
        .collect();
    threads.into_iter().for_each(Thread::join);
    tell("joins when all others have gone");
    set.join(1);
}

#[test]
#[cfg_attr(
    waiting = "hunt_two_leaders",
    ignore = "exercise 8.4b waits for you in src/exercises/hunt_two_leaders.rs"
)]
fn at_most_one_thread_leads() {
    explore(|| run(2, 2));
}

#[test]
#[cfg_attr(
    waiting = "hunt_two_leaders",
    ignore = "exercise 8.4b waits for you in src/exercises/hunt_two_leaders.rs"
)]
fn three_threads_all_lead_in_the_end() {
    explore(|| run(3, 2));
}

#[test]
#[cfg_attr(
    waiting = "hunt_two_leaders",
    ignore = "exercise 8.4b waits for you in src/exercises/hunt_two_leaders.rs"
)]
fn a_wait_that_ends_for_no_reason_makes_no_leader() {
    explore(|| {
        wake_spuriously();
        run(2, 1);
    });
}
