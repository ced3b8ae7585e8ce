//! What exercise 3.2 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ch00_workbench::within;

use super::discard_oldest::{Backlog, GiveUp};

const LIMIT: Duration = Duration::from_secs(5);

/// A price, and where it writes that it was given up.
struct Price {
    value: u32,
    given_up: Arc<Mutex<Vec<u32>>>,
}

impl GiveUp for Price {
    fn given_up(self) {
        self.given_up.lock().unwrap().push(self.value);
    }
}

/// Puts the prices 1 to `last` into a backlog; returns what is left, and what was given up.
fn put_all(capacity: usize, last: u32) -> (Vec<u32>, Vec<u32>) {
    let given_up = Arc::new(Mutex::new(Vec::new()));
    let backlog = Backlog::new(capacity);
    within(LIMIT, || {
        (1..=last).for_each(|value| backlog.put(Price { value, given_up: Arc::clone(&given_up) }));
    });
    assert!(backlog.len() <= capacity, "{} things in a backlog for {capacity}", backlog.len());
    let left = std::iter::from_fn(|| backlog.take()).map(|price| price.value).collect();
    let given_up = given_up.lock().unwrap().clone();
    (left, given_up)
}

#[test]
#[cfg_attr(
    waiting = "discard_oldest",
    ignore = "exercise 3.2 waits for you in src/exercises/discard_oldest.rs"
)]
fn the_oldest_goes_and_the_newest_stays() {
    let (left, given_up) = put_all(2, 5);
    assert_eq!(left, [4, 5], "the newest, oldest first");
    assert_eq!(given_up, [1, 2, 3], "each that was given up is told once, oldest first");
}

#[test]
#[cfg_attr(
    waiting = "discard_oldest",
    ignore = "exercise 3.2 waits for you in src/exercises/discard_oldest.rs"
)]
fn nothing_is_given_up_while_there_is_room() {
    let (left, given_up) = put_all(3, 3);
    let pair = (left.as_slice(), given_up.as_slice());
    assert_eq!(pair, (&[1, 2, 3][..], &[][..]), "(left in the backlog, given up)");
}

#[test]
#[cfg_attr(
    waiting = "discard_oldest",
    ignore = "exercise 3.2 waits for you in src/exercises/discard_oldest.rs"
)]
fn without_any_room_the_new_one_is_given_up() {
    let (left, given_up) = put_all(0, 2);
    let pair = (left.as_slice(), given_up.as_slice());
    assert_eq!(pair, (&[][..], &[1, 2][..]), "(left in the backlog, given up)");
}

/// Looks at the backlog when it is given up.
struct Curious(Arc<Backlog<Curious>>);

impl GiveUp for Curious {
    fn given_up(self) {
        assert_eq!(self.0.len(), 1, "the new one is in already");
    }
}

#[test]
#[cfg_attr(
    waiting = "discard_oldest",
    ignore = "exercise 3.2 waits for you in src/exercises/discard_oldest.rs"
)]
fn whoever_is_told_may_use_the_backlog() {
    let backlog = Arc::new(Backlog::new(1));
    // A lock that is held meanwhile makes this hang.
    within(LIMIT, || (0..2).for_each(|_| backlog.put(Curious(Arc::clone(&backlog)))));
    drop(backlog.take());
}
