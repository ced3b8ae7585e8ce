//! What exercise 7.1 must keep on real threads. That it also holds in every order of the threads is
//! for the model beside this file.

use std::thread;
use std::time::Duration;

use ch00_workbench::within;

use super::least_connections::LeastConnections;

const LIMIT: Duration = Duration::from_secs(5);

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn the_next_one_goes_where_fewest_are() {
    within(LIMIT, || {
        let policy = LeastConnections::new(3);
        for _ in 0..6 {
            policy.assign();
        }
        assert_eq!(policy.open(), [2, 2, 2], "six connections, three workers");
        policy.closed(1);
        policy.closed(1);
        let next = (policy.assign(), policy.assign());
        assert_eq!(next, (1, 1), "the workers chosen when those had 2, 0 and 2 connections");
    });
}

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn equals_take_turns() {
    within(LIMIT, || {
        let policy = LeastConnections::new(3);
        let chosen: Vec<_> = (0..7)
            .map(|_| {
                let worker = policy.assign();
                policy.closed(worker); // it has gone before the next one comes
                worker
            })
            .collect();
        assert_eq!(chosen, [0, 1, 2, 0, 1, 2, 0], "the workers chosen when all had none");
    });
}

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn equals_take_turns_also_when_others_have_more() {
    within(LIMIT, || {
        let policy = LeastConnections::new(3);
        assert_eq!((policy.assign(), policy.assign()), (0, 1));
        policy.closed(0);
        // Open: 0, 1, 0; worker 1 was chosen last.
        assert_eq!(policy.assign(), 2, "of the equals 0 and 2, the one that comes after 1");
        assert_eq!(policy.assign(), 0, "the only one that has none");
    });
}

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn what_has_closed_counts_no_more() {
    within(LIMIT, || {
        let policy = LeastConnections::new(2);
        for _ in 0..100 {
            let worker = policy.assign();
            policy.closed(worker);
        }
        assert_eq!(policy.open(), [0, 0], "all connections have closed");
    });
}

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn an_end_too_many_changes_nothing() {
    within(LIMIT, || {
        let policy = LeastConnections::new(2);
        policy.closed(0);
        assert_eq!(policy.open(), [0, 0], "it had none, and keeps none");
        assert_eq!((policy.assign(), policy.assign()), (0, 1));
    });
}

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn four_who_ask_at_once_spread_evenly() {
    within(LIMIT, || {
        let policy = LeastConnections::new(4);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        policy.assign();
                    }
                });
            }
        });
        assert_eq!(policy.open(), [1000; 4], "4,000 connections for four workers");
    });
}
