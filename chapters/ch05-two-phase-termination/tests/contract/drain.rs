//! What exercise 5.3 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use ch00_workbench::within;

use super::drain::Drain;

const LIMIT: Duration = Duration::from_secs(5);

/// A wait that no test sits out.
const LONG: Duration = Duration::from_secs(3600);

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn without_guests_it_returns_at_once() {
    within(LIMIT, || {
        let drain = Drain::new();
        drop(drain.enter().expect("draining has not begun"));
        assert_eq!(drain.drain(LONG), 0);
        assert_eq!(drain.drain(Duration::ZERO), 0, "asked again, it answers again");
    });
}

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn nobody_enters_once_draining_has_begun() {
    within(LIMIT, || {
        let drain = Drain::new();
        let guest = drain.enter().expect("draining has not begun");
        assert_eq!(drain.drain(Duration::ZERO), 1, "one is in, and the time is up at once");
        assert!(drain.enter().is_none(), "a new request after draining has begun");
        drop(guest);
        assert!(drain.enter().is_none(), "nobody is in, but draining is for good");
        assert_eq!(drain.drain(LONG), 0);
    });
}

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn it_waits_for_the_last_guest() {
    within(LIMIT, || {
        let drain = Drain::new();
        let guests: Vec<_> = (0..3).map(|_| drain.enter().expect("not yet")).collect();
        let (drained, answers) = mpsc::channel();
        let drainers: Vec<_> = (0..2)
            .map(|_| {
                let (drain, drained) = (drain.clone(), drained.clone());
                thread::spawn(move || drained.send(drain.drain(LONG)).unwrap_or_default())
            })
            .collect();
        for guest in guests {
            assert!(answers.try_recv().is_err(), "it has returned while somebody is in");
            drop(guest);
        }
        assert_eq!((answers.recv(), answers.recv()), (Ok(0), Ok(0)), "both hear of it");
        drainers.into_iter().for_each(|drainer| drainer.join().expect("it does not panic"));
    });
}

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn a_limit_beyond_all_clocks_is_as_good_as_none() {
    within(LIMIT, || {
        let drain = Drain::new();
        drop(drain.enter().expect("not yet"));
        assert_eq!(drain.drain(Duration::MAX), 0, "nobody is in");
    });
}

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn when_the_time_is_up_it_says_how_many_are_in() {
    within(LIMIT, || {
        let drain = Drain::new();
        let _guests: Vec<_> = (0..3).map(|_| drain.enter().expect("not yet")).collect();
        let limit = Duration::from_millis(50);
        let start = Instant::now();
        assert_eq!(drain.drain(limit), 3, "guests that are still in");
        assert!(start.elapsed() >= limit, "it gave up before the time was up");
        assert_eq!(drain.inside(), 3);
    });
}

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn guests_that_leave_do_not_prolong_the_wait() {
    within(LIMIT, || {
        let drain = Drain::new();
        let _stays = drain.enter().expect("not yet");
        let mut guests: Vec<_> = (0..100).map(|_| drain.enter().expect("not yet")).collect();
        let (over, end) = mpsc::channel::<()>();
        // One leaves every 20 ms, for two seconds if nobody ends it.
        let leaving = thread::spawn(move || {
            let pause = Duration::from_millis(20);
            while guests.pop().is_some()
                && end.recv_timeout(pause) == Err(mpsc::RecvTimeoutError::Timeout)
            {}
        });
        let start = Instant::now();
        let left = drain.drain(Duration::from_millis(500));
        let took = start.elapsed();
        drop(over);
        leaving.join().expect("it does not panic");
        assert!(left > 0, "one has not left");
        assert!(
            took < Duration::from_millis(1500),
            "each guest that left began the time anew: {took:?}"
        );
    });
}

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn a_panicking_guest_has_left() {
    within(LIMIT, || {
        let drain = Drain::new();
        let guest = drain.enter().expect("not yet");
        let handler = thread::spawn(move || {
            let _guest = guest;
            panic!("on purpose: this request fails");
        });
        assert!(handler.join().is_err(), "the request panics on purpose");
        assert_eq!(
            drain.drain(Duration::ZERO),
            0,
            "the request that panicked is still in, it seems"
        );
    });
}
