//! What the lease promises, with real threads and sockets. Who is stuck stands at a gate.

mod support;

use std::sync::Arc;

use ch00_workbench::{Client, Entry, Gate, Work, within};
use ch05_two_phase_termination::{Ending, Report};
use ch08_leader_followers::{Config, Stage};
use support::journal::assert_one_leader_at_a_time;
use support::{LIMIT, LONG, Running, start};

/// A server whose handlers do not say that they will take long.
fn start_undeclared(threads: usize, change: impl FnOnce(&mut Config)) -> Running {
    start(Stage::S5, threads, |config| {
        config.declared = false;
        change(config);
    })
}

/// Has each request of these names wait at the gate of its name.
fn stand_at(gates: &[(&'static str, &Gate)]) -> impl FnOnce(&mut Config) + use<> {
    let gates: Vec<_> = gates.iter().map(|(name, gate)| (*name, (*gate).clone())).collect();
    move |config| {
        config.request = Arc::new(move |request| {
            for (name, gate) in &gates {
                if request == name.as_bytes() {
                    gate.pass();
                }
            }
        });
    }
}

fn deposed(entry: &Entry) -> bool {
    entry.to_string().ends_with("deposes the leader, who is stuck")
}

/// Sends a request that will stand at this gate.
fn get_stuck(server: &Running, name: &str, gate: &Gate) -> Client {
    let mut client = server.connect();
    client.send(name).expect("a connection");
    gate.wait_for_waiting(1);
    client
}

#[test]
fn a_stuck_handler_stops_nobody_else_and_its_thread_is_of_use_again() {
    within(LIMIT, || {
        let gates = [Gate::new("one"), Gate::new("two"), Gate::new("three")];
        let [one, two, three] = &gates;
        let server = start_undeclared(2, stand_at(&[("one", one), ("two", two), ("three", three)]));
        let mut other = server.connect();
        // Each time the thread that was stuck must come back, to lead while the other one is.
        let mut before: Option<(Client, &str, &Gate)> = None;
        for (name, gate) in [("one", one), ("two", two), ("three", three)] {
            let client = get_stuck(&server, name, gate);
            if let Some((mut client, name, gate)) = before.replace((client, name, gate)) {
                gate.open();
                client.receive(name).expect("an answer, late as it is");
            }
            other.round_trip("quick").expect("an echo while another handler is stuck");
            // Later ones may be expected to take long, and then leadership is given.
            server.memory.wait_for("a deposition", deposed);
        }
        three.open();
        assert_one_leader_at_a_time(&server.memory.entries());
        drop((before, other));
        assert_eq!(server.stop().ending, Ending::Graceful);
    });
}

/// A batch of three, the first of which is stuck: thread A holds the first gate, B the second, while
/// the three arrive.
#[test]
fn what_is_left_of_a_stuck_leaders_batch_is_finished_by_the_next_leader() {
    within(LIMIT, || {
        let (hold, busy, stuck) = (Gate::new("hold"), Gate::new("busy"), Gate::new("stuck"));
        let gates = [("hold", &hold), ("busy", &busy), ("stuck", &stuck)];
        let server = start_undeclared(2, stand_at(&gates));
        let mut clients = [1, 2, 3].map(|_| server.connect());
        clients.iter_mut().for_each(|client| client.round_trip("hello").expect("an echo"));
        let mut held = get_stuck(&server, "hold", &hold);
        let mut kept_busy = get_stuck(&server, "busy", &busy);
        for (client, request) in clients.iter_mut().zip(["stuck", "left", "over"]) {
            client.send(request).expect("a connection");
        }
        hold.open();
        held.receive("hold").expect("an answer");
        // Whoever was held leads in place of who is busy, waits, finds all three, and is stuck.
        stuck.wait_for_waiting(1);
        let seen = server.memory.entries().len();
        busy.open();
        kept_busy.receive("busy").expect("an answer");
        clients[1].receive("left").expect("an echo");
        clients[2].receive("over").expect("an echo");
        let later = server.memory.entries().split_off(seen);
        let serves = |entry: &&Entry| entry.to_string().contains("serves connection");
        let heir = &later.iter().find(serves).expect("somebody has").thread;
        let story: Vec<_> = later.iter().filter(|entry| entry.thread == *heir).collect();
        let served = story.iter().position(serves);
        let led = story.iter().position(|entry| entry.to_string().ends_with("[leader]"));
        assert!(led.is_none() || served < led, "the batch before any wait: {story:?}");
        stuck.open();
        clients[0].receive("stuck").expect("an answer, late as it is");
        drop((clients, held, kept_busy));
        assert_eq!(server.stop().ending, Ending::Graceful);
    });
}

#[test]
fn with_all_but_one_stuck_everybody_else_is_served() {
    within(LIMIT, || {
        let gate = Gate::new("many");
        let server = start_undeclared(4, stand_at(&[("many", &gate)]));
        let mut stuck: Vec<_> = (1..=3)
            .map(|count| {
                let mut client = server.connect();
                client.send("many").expect("a connection");
                gate.wait_for_waiting(count);
                client
            })
            .collect();
        let mut others: Vec<_> = (0..5).map(|_| server.connect()).collect();
        for _ in 0..20 {
            others.iter_mut().for_each(|client| client.round_trip("quick").expect("an echo"));
        }
        gate.open();
        stuck.iter_mut().for_each(|client| client.receive("many").expect("an answer"));
        others[0].round_trip("quick").expect("an echo");
        drop((stuck, others));
        assert_eq!(server.stop().connections.served, 8);
    });
}

#[test]
fn with_all_stuck_the_first_who_comes_back_serves_those_who_waited() {
    within(LIMIT, || {
        let (one, two) = (Gate::new("one"), Gate::new("two"));
        let server = start_undeclared(2, stand_at(&[("one", &one), ("two", &two)]));
        let mut waits = server.connect();
        let mut first = get_stuck(&server, "one", &one);
        let second = get_stuck(&server, "two", &two);
        waits.send("waits").expect("a connection");
        one.open();
        first.receive("one").expect("an answer");
        waits.receive("waits").expect("an echo, although one thread is still stuck");
        two.open();
        drop((waits, first, second));
        assert_eq!(server.stop().ending, Ending::Graceful);
    });
}

#[test]
fn a_handler_that_says_it_is_long_is_not_waited_for() {
    within(LIMIT, || {
        let gate = Gate::new("long");
        let server = start(Stage::S5, 2, |config| {
            config.work = Work::Held("long", gate.clone());
            config.tick = LONG; // nobody is ever deposed
        });
        let mut other = server.connect();
        let mut client = get_stuck(&server, "long", &gate);
        other.round_trip("quick").expect("an echo: leadership was given, not taken");
        gate.open();
        client.receive("long").expect("an answer");
        drop((client, other));
        server.stop();
    });
}

#[test]
fn without_a_follower_a_long_handler_leaves_a_vacancy_that_its_own_thread_takes() {
    within(LIMIT, || {
        let gate = Gate::new("long");
        let server = start(Stage::S5, 1, |config| config.work = Work::Held("long", gate.clone()));
        let mut other = server.connect();
        other.round_trip("quick").expect("an echo");
        let mut client = get_stuck(&server, "long", &gate);
        other.send("waits").expect("a connection");
        gate.open();
        client.receive("long").expect("an answer");
        other.receive("waits").expect("an echo");
        drop((client, other));
        assert_eq!(server.stop().ending, Ending::Graceful);
    });
}

#[test]
fn a_stop_while_the_leader_is_stuck_closes_the_door_and_waits_for_the_answer() {
    within(LIMIT, || {
        let gate = Gate::new("stuck");
        let mut server = start_undeclared(2, stand_at(&[("stuck", &gate)]));
        let mut idle = server.connect();
        idle.round_trip("quick").expect("an echo");
        let mut client = get_stuck(&server, "stuck", &gate);
        server.stop.stop();
        idle.expect_end().expect("the end, while the leader is stuck");
        idle.finish().expect("an orderly end");
        let late = std::net::TcpStream::connect_timeout(&server.address, LIMIT);
        assert!(late.is_err(), "a new client while the server drains");
        gate.open();
        client.receive("stuck").expect("the answer that was under way");
        client.expect_end().expect("and then the end");
        client.finish().expect("an orderly end");
        let Report { connections, ending } = server.report();
        assert_eq!((connections.served, ending), (2, Ending::Graceful));
    });
}

#[test]
fn a_stop_while_all_are_stuck_cuts_them_when_it_is_told_twice() {
    within(LIMIT, || {
        let (one, two) = (Gate::new("one"), Gate::new("two"));
        let mut server = start_undeclared(2, |config| {
            stand_at(&[("one", &one), ("two", &two)])(config);
            config.drain = LONG;
        });
        let mut idle = server.connect();
        idle.round_trip("quick").expect("an echo");
        let stuck = [get_stuck(&server, "one", &one), get_stuck(&server, "two", &two)];
        server.stop.stop();
        server.wait_until_draining();
        let late = std::net::TcpStream::connect_timeout(&server.address, LIMIT);
        assert!(late.is_err(), "a new client, although no thread is free to close the door");
        server.stop.stop_now();
        let report = server.report();
        assert_eq!(report.ending, Ending::Forced { cut: 3 }, "{report}");
        one.open();
        two.open();
        drop(stuck);
    });
}
