//! What exercise 7.1 must keep in every order of the threads.

use modelling::{Thread, explore, tell, thread};

use super::least_connections::LeastConnections;
use crate::sync::Arc;

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn two_who_ask_at_once_get_two_workers() {
    explore(|| {
        let policy = Arc::new(LeastConnections::new(2));
        let acceptors: Vec<_> = (1..=2)
            .map(|number| {
                let policy = Arc::clone(&policy);
                thread(format!("acceptor-{number}"), move || {
                    let worker = policy.assign();
                    tell(format!("chooses worker {worker}"));
                    worker
                })
            })
            .collect();
        let mut chosen: Vec<_> = acceptors.into_iter().map(Thread::join).collect();
        chosen.sort();
        assert_eq!(chosen, [0, 1], "both have chosen the worker that was emptiest before");
    });
}

#[test]
#[cfg_attr(
    waiting = "least_connections",
    ignore = "exercise 7.1 waits for you in src/exercises/least_connections.rs"
)]
fn no_end_is_lost_while_others_ask() {
    explore(|| {
        let policy = Arc::new(LeastConnections::new(2));
        let threads: Vec<_> = (1..=3)
            .map(|number| {
                let policy = Arc::clone(&policy);
                thread(format!("connection-{number}"), move || {
                    let worker = policy.assign();
                    tell(format!("is open with worker {worker}"));
                    policy.closed(worker);
                    tell("has closed");
                })
            })
            .collect();
        threads.into_iter().for_each(Thread::join);
        assert_eq!(policy.open(), [0, 0], "all connections have closed");
    });
}
