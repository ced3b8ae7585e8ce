//! Who gets the next connection, and how evenly they are spread.

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::{What, within};
use ch07_multi_reactor::assign::LeastConnections;
use support::{Running, start};

const LIMIT: Duration = Duration::from_secs(60);

fn least_connections(config: &mut ch07_multi_reactor::Config) {
    config.assign = Box::new(|workers| Arc::new(LeastConnections::new(workers)));
}

/// Connections by the worker that got them, from the acceptor's own words.
fn given(server: &Running) -> BTreeMap<String, usize> {
    let mut given = BTreeMap::new();
    for entry in server.memory.entries() {
        if let What::Message(text) = &entry.what
            && let Some((_, worker)) = text.split_once(" to ")
            && text.starts_with("gives connection")
        {
            *given.entry(worker.to_owned()).or_default() += 1;
        }
    }
    given
}

#[test]
fn round_robin_does_not_see_who_has_gone_and_least_connections_does() {
    within(LIMIT, || {
        for (policy, after) in [("round robin", [2, 2]), ("least connections", [1, 3])] {
            let mut server = start(2, |config| {
                if policy == "least connections" {
                    least_connections(config);
                }
            });
            let [_one, two, _three, four] = [1, 2, 3, 4].map(|number| server.seat(number));
            two.finish().expect("an orderly end");
            four.finish().expect("an orderly end");
            server.wait_for("connection 2 is closed");
            server.wait_for("connection 4 is closed");
            // Two connections with worker 1, none with worker 2.
            let _newcomers = [5, 6].map(|number| server.seat(number));
            let given = given(&server);
            let later = ["worker-1", "worker-2"].map(|worker| given[worker] - 1);
            assert_eq!(later, after, "{policy}: {given:?}");
            server.stop.stop_now();
            server.report();
        }
    });
}

#[test]
fn no_worker_gets_more_than_its_share() {
    within(LIMIT, || {
        for least in [false, true] {
            let mut server = start(4, |config| {
                if least {
                    least_connections(config);
                }
            });
            let _clients: Vec<_> = (1..=64).map(|number| server.seat(number)).collect();
            let given = given(&server);
            assert!(given.len() == 4 && given.values().all(|&count| count == 16), "{given:?}");
            server.stop.stop_now();
            server.report();
        }
    });
}

#[test]
fn beyond_the_limit_clients_wait_to_be_accepted() {
    within(LIMIT, || {
        let mut server = start(2, |config| config.most = Some(2));
        let [mut first, mut second] = [1, 2].map(|number| server.seat(number));
        let mut third = server.connect(); // into the system's queue
        third.send("patience").expect("the system takes it");
        first.round_trip("one").expect("an echo");
        second.round_trip("two").expect("an echo");
        assert_eq!(given(&server).values().sum::<usize>(), 2, "two places, two connections");
        first.finish().expect("an orderly end");
        third.receive("patience").expect("its turn has come");
        server.stop.stop();
        drop((second, third));
        assert_eq!(server.report().connections.refused, 0);
    });
}
