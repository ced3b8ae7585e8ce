//! What exercise 4.1 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::thread;
use std::time::Duration;

use ch00_workbench::within;

use super::latch::Latch;

const LIMIT: Duration = Duration::from_secs(5);

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn a_latch_of_zero_is_open() {
    let latch = Latch::new(0);
    within(LIMIT, || latch.wait());
    assert!(latch.wait_within(Duration::ZERO), "a latch of zero is closed");
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn the_last_count_opens_it_for_good() {
    let latch = Latch::new(2);
    latch.count_down();
    assert_eq!(latch.count(), 1, "after one of two");
    assert!(!latch.wait_within(Duration::ZERO), "open with one part still to be done");
    latch.count_down();
    within(LIMIT, || {
        latch.wait();
        latch.wait();
    });
    assert!(latch.wait_within(Duration::ZERO), "closed again after it was open");
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn an_open_latch_is_not_counted_below_zero() {
    let latch = Latch::new(1);
    for _ in 0..3 {
        latch.count_down();
        assert_eq!(latch.count(), 0, "counted below zero");
    }
    within(LIMIT, || latch.wait());
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn a_wait_with_a_limit_comes_back_closed() {
    let latch = Latch::new(1);
    let open = within(LIMIT, || latch.wait_within(Duration::from_millis(20)));
    assert!(!open, "nobody has counted it down, and it says that it is open");
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn a_limit_may_be_as_long_as_it_likes() {
    let latch = Latch::new(1);
    let waiter = thread::Builder::new().name("waiter".to_owned()).spawn({
        let latch = latch.clone();
        move || latch.wait_within(Duration::MAX)
    });
    latch.count_down();
    let open = within(LIMIT, || waiter.expect("a thread").join());
    assert!(open.expect("a limit of Duration::MAX is no reason to panic"), "it was counted down");
}

#[test]
#[cfg_attr(waiting = "latch", ignore = "exercise 4.1 waits for you in src/exercises/latch.rs")]
fn all_who_wait_pass() {
    let latch = Latch::new(1);
    let waiters: Vec<_> = (1..=3)
        .map(|number| {
            let latch = latch.clone();
            let waiter = thread::Builder::new().name(format!("waiter-{number}"));
            waiter.spawn(move || latch.wait()).expect("a thread")
        })
        .collect();
    latch.count_down();
    within(LIMIT, || {
        waiters.into_iter().for_each(|waiter| waiter.join().expect("it only waits"));
    });
}
