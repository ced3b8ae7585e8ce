//! What exercise 7.2 must keep on real threads. That it also holds in every order of the threads is
//! for the model beside this file.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use ch00_workbench::within;

use super::hand_over::Mailbox;

const LIMIT: Duration = Duration::from_secs(5);

/// A mailbox, and how often its loop was woken.
fn counted() -> (Mailbox<u32>, Arc<AtomicUsize>) {
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    let mailbox = Mailbox::new(Box::new(move || {
        count.fetch_add(1, Ordering::Relaxed);
    }));
    (mailbox, woken)
}

fn times(woken: &AtomicUsize) -> usize {
    woken.load(Ordering::Relaxed)
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn all_is_taken_in_the_order_in_which_it_was_given() {
    within(LIMIT, || {
        let (mailbox, _) = counted();
        (1..=3).for_each(|item| mailbox.give(item));
        assert_eq!(mailbox.take_all(), [1, 2, 3], "all that was given, oldest first");
        mailbox.give(4);
        assert_eq!(mailbox.take_all(), [4], "each is taken once");
        assert_eq!(mailbox.take_all(), [0; 0], "nothing was given");
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn a_loop_that_is_awake_is_not_woken() {
    within(LIMIT, || {
        let (mailbox, woken) = counted();
        (1..=3).for_each(|item| mailbox.give(item));
        assert_eq!(times(&woken), 0, "wake-ups of a loop that never asked whether it may sleep");
        drop(mailbox.take_all());
        mailbox.give(4);
        assert_eq!(times(&woken), 0, "wake-ups of a loop that has just looked");
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn a_loop_that_sleeps_is_woken_once() {
    within(LIMIT, || {
        let (mailbox, woken) = counted();
        for round in 1..=3 {
            assert!(mailbox.may_sleep(), "nothing waits");
            (1..=3).for_each(|item| mailbox.give(item));
            assert_eq!(times(&woken), round, "wake-ups, one for each sleep");
            drop(mailbox.take_all());
        }
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn nobody_sleeps_while_something_waits() {
    within(LIMIT, || {
        let (mailbox, woken) = counted();
        mailbox.give(1);
        assert!(!mailbox.may_sleep(), "it may sleep, it was told, and an item waits");
        mailbox.give(2);
        assert_eq!(times(&woken), 0, "wake-ups of a loop that was told not to sleep");
        drop(mailbox.take_all());
        assert!(mailbox.may_sleep(), "nothing waits any more");
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn a_loop_that_something_else_has_woken_is_awake() {
    within(LIMIT, || {
        let (mailbox, woken) = counted();
        assert!(mailbox.may_sleep(), "nothing waits");
        drop(mailbox.take_all()); // a client has woken it
        mailbox.give(1);
        assert_eq!(times(&woken), 0, "wake-ups of a loop that is up for another reason");
        assert!(!mailbox.may_sleep(), "an item waits");
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn the_wake_up_is_called_without_the_lock() {
    within(LIMIT, || {
        let own: Arc<OnceLock<Weak<Mailbox<u32>>>> = Arc::default();
        let theirs = Arc::clone(&own);
        let mailbox = Arc::new(Mailbox::new(Box::new(move || {
            let mailbox = theirs.get().and_then(Weak::upgrade).expect("it is there");
            // Somebody's own code: it looks into the mailbox.
            assert_eq!(mailbox.take_all(), [1], "the item is in when the loop is woken");
        })));
        own.set(Arc::downgrade(&mailbox)).expect("once");
        assert!(mailbox.may_sleep(), "nothing waits");
        mailbox.give(1);
    });
}
