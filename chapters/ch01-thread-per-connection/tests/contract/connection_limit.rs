//! What exercise 1.2 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::thread;
use std::time::Duration;

use ch00_workbench::within;

use super::connection_limit::ConnectionLimit;

const LIMIT: Duration = Duration::from_secs(5);

#[test]
#[cfg_attr(
    waiting = "connection_limit",
    ignore = "exercise 1.2 waits for you in src/exercises/connection_limit.rs"
)]
fn there_are_as_many_permits_as_places() {
    within(LIMIT, || {
        let limit = ConnectionLimit::new(2);
        let first = limit.try_acquire();
        let second = limit.try_acquire();
        assert!(first.is_some() && second.is_some(), "two places are free");
        assert_eq!(limit.free(), 0, "both places are taken");
        assert!(limit.try_acquire().is_none(), "a third permit for two places");
    });
}

#[test]
#[cfg_attr(
    waiting = "connection_limit",
    ignore = "exercise 1.2 waits for you in src/exercises/connection_limit.rs"
)]
fn a_dropped_permit_gives_its_place_back_once() {
    within(LIMIT, || {
        let limit = ConnectionLimit::new(1);
        for _ in 0..3 {
            let permit = limit.acquire();
            assert_eq!(limit.free(), 0, "the only place is taken");
            drop(permit);
            assert_eq!(limit.free(), 1, "the place is free again");
        }
    });
}

#[test]
#[cfg_attr(
    waiting = "connection_limit",
    ignore = "exercise 1.2 waits for you in src/exercises/connection_limit.rs"
)]
fn a_panicking_holder_gives_its_place_back() {
    within(LIMIT, || {
        let limit = ConnectionLimit::new(1);
        let holder = thread::Builder::new().name("holder".to_owned()).spawn({
            let limit = limit.clone();
            move || {
                let _permit = limit.acquire();
                panic!("on purpose: this connection's thread goes down");
            }
        });
        let end = holder.expect("a thread").join();
        assert!(end.is_err(), "the holder panics on purpose");
        assert_eq!(limit.free(), 1, "the place of the thread that panicked is lost");
    });
}

#[test]
#[cfg_attr(
    waiting = "connection_limit",
    ignore = "exercise 1.2 waits for you in src/exercises/connection_limit.rs"
)]
fn a_place_that_is_given_back_goes_to_another_thread() {
    within(LIMIT, || {
        let limit = ConnectionLimit::new(1);
        let permit = limit.acquire();
        let next = thread::Builder::new().name("next".to_owned()).spawn({
            let limit = limit.clone();
            move || drop(limit.acquire())
        });
        // Whether the other waits by now or not is for the model: there, both are tried.
        drop(permit);
        next.expect("a thread").join().expect("the other does not panic");
        assert_eq!(limit.free(), 1, "both have given their place back");
    });
}
