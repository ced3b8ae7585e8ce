//! What exercise 9.2 must keep.

use std::time::Duration;

use ch00_workbench::within;

use super::open_loop::{OpenLoop, mend};

const LIMIT: Duration = Duration::from_secs(5);

fn millis(times: &[u64]) -> Vec<Duration> {
    times.iter().map(|time| Duration::from_millis(*time)).collect()
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn requests_are_meant_for_even_times() {
    within(LIMIT, || {
        let open = OpenLoop::new(1_000);
        assert_eq!(open.intended(0), Duration::ZERO);
        assert_eq!(open.intended(7), Duration::from_millis(7));
        assert_eq!(open.intended(2_500), Duration::from_millis(2_500));
    });
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn no_rounding_adds_up() {
    within(LIMIT, || {
        let open = OpenLoop::new(3);
        assert_eq!(open.intended(1), Duration::from_nanos(333_333_333));
        assert_eq!(
            open.intended(2),
            Duration::from_nanos(666_666_666),
            "two thirds, rounded down once"
        );
        assert_eq!(open.intended(3), Duration::from_secs(1), "three requests are a second");
        assert_eq!(
            open.intended(3_000_000_000),
            Duration::from_secs(1_000_000_000),
            "still, after years"
        );
        assert_eq!(
            open.intended(u64::MAX),
            Duration::from_secs(u64::MAX / 3),
            "and for the largest number there is"
        );
    });
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn a_request_meant_for_now_is_due() {
    within(LIMIT, || {
        let open = OpenLoop::new(3);
        assert_eq!(open.due(Duration::ZERO), 1, "request 0 is due at once");
        assert_eq!(open.due(Duration::from_nanos(333_333_332)), 1, "a nanosecond before its time");
        assert_eq!(open.due(Duration::from_nanos(333_333_333)), 2, "at its time");
        assert_eq!(open.due(Duration::from_secs(1)), 4);
    });
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn due_and_intended_agree() {
    within(LIMIT, || {
        for rate in [1, 3, 7, 999, 1_000_000_007, 3_000_000_000] {
            let open = OpenLoop::new(rate);
            for k in (0..2_000).chain([123_456_789, 9_876_543_210]) {
                let due = open.due(open.intended(k));
                assert!(due > k, "request {k} at {rate} a second is not due at its own time");
                let next = open.intended(due);
                assert!(
                    next > open.intended(k),
                    "request {due} at {rate} a second is due, and not counted"
                );
            }
        }
    });
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn a_latency_counts_from_the_intended_time() {
    within(LIMIT, || {
        // The server stood still for a second: request 5 was sent late, and answered quickly then.
        let open = OpenLoop::new(100);
        let latency = open.latency(5, Duration::from_millis(1_001));
        assert_eq!(latency, Duration::from_millis(951), "its user waits since 50 ms");
        assert_eq!(open.latency(5, Duration::from_millis(50)), Duration::ZERO);
    });
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn those_who_were_left_out_are_added() {
    within(LIMIT, || {
        let mut mended = mend(&millis(&[35, 1, 2]), Duration::from_millis(10));
        mended.sort();
        assert_eq!(
            mended,
            millis(&[1, 2, 15, 25, 35]),
            "two more would have come during the 35 ms"
        );
    });
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn a_latency_of_one_interval_leaves_nobody_out() {
    within(LIMIT, || {
        let interval = Duration::from_millis(10);
        assert_eq!(
            mend(&millis(&[10, 9, 19]), interval),
            millis(&[10, 9, 19]),
            "the client is back in time"
        );
        let mut mended = mend(&millis(&[20]), interval);
        mended.sort();
        assert_eq!(
            mended,
            millis(&[10, 20]),
            "at two intervals, one was left out, and waits for one"
        );
    });
}

#[test]
#[cfg_attr(
    waiting = "open_loop",
    ignore = "exercise 9.2 waits for you in src/exercises/open_loop.rs"
)]
fn every_measured_latency_is_kept() {
    within(LIMIT, || {
        let measured = millis(&[1, 500, 2, 500, 3]);
        let mended = mend(&measured, Duration::from_millis(100));
        for latency in &measured {
            let count = |list: &[Duration]| list.iter().filter(|other| *other == latency).count();
            assert!(count(&mended) >= count(&measured), "{latency:?} is missing");
        }
        assert_eq!(mended.len(), 5 + 2 * 4, "each long one left out four");
        assert_eq!(mend(&[], Duration::from_millis(1)), []);
    });
}
