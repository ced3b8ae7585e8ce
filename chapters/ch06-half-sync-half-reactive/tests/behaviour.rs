//! What chapter 6 promises: one reactor for all, a bounded queue, workers; in both modes the same.

mod support;

use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use ch00_workbench::{Gate, Journal, What, Work, within};
use ch05_two_phase_termination::{Ending, Report};
use support::{MODES, Running, start};

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn a_thousand_clients_get_back_what_they_sent() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                (config.threads, config.batch, config.journal) = (2, 64, Journal::off());
                config.limits.connections = Some(1_000);
            });
            let clients: Vec<_> = (0..1_000).map(|_| server.connect()).collect();
            thread::scope(|scope| {
                for (lane, chunk) in chunks(clients, 8).into_iter().enumerate() {
                    scope.spawn(move || ask_in_turn(lane, chunk));
                }
            });
            let Report { connections, ending } = server.report();
            assert_eq!((connections.served, connections.broken), (1_000, 0), "{connections}");
            assert_eq!(ending, Ending::Finished);
        });
    }
}

/// All clients at the same time have a request under way; each checks its own.
fn ask_in_turn(lane: usize, mut clients: Vec<ch00_workbench::Client>) {
    for round in 0..3 {
        let request = |number| format!("lane {lane}, client {number}, round {round}");
        for (number, client) in clients.iter_mut().enumerate() {
            client.send(&request(number)).expect("a connection");
        }
        for (number, client) in clients.iter_mut().enumerate() {
            client.receive(&request(number)).expect("its own bytes");
        }
    }
    clients.into_iter().for_each(|client| client.finish().expect("an orderly end"));
}

fn chunks<T>(mut items: Vec<T>, count: usize) -> Vec<Vec<T>> {
    let size = items.len().div_ceil(count);
    let mut chunks = Vec::new();
    while !items.is_empty() {
        chunks.push(items.split_off(items.len().saturating_sub(size)));
    }
    chunks
}

#[test]
fn after_a_half_close_every_byte_comes_back_and_then_the_end() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| config.limits.connections = Some(1));
            let bytes: Vec<u8> = (0..1 << 20).map(|index: u32| (index % 251) as u8).collect();
            let answer = server.connect().exchange_all(&bytes).expect("all of it");
            assert!(answer == bytes, "a mebibyte, byte for byte");
            assert_eq!(server.report().connections.bytes, 1 << 20);
        });
    }
}

#[test]
fn many_workers_keep_the_order_of_a_connection() {
    for mode in MODES {
        within(LIMIT, || {
            let server = start(mode, |config| {
                (config.threads, config.journal) = (4, Journal::off());
            });
            thread::scope(|scope| {
                for number in 0..8 {
                    let client = server.connect();
                    scope.spawn(move || {
                        let line = |index| format!("client {number}, line {index}\n");
                        let text: String = (0..20_000).map(line).collect();
                        let answer = client.exchange_all(text.as_bytes()).expect("an echo");
                        assert!(answer == text.as_bytes(), "client {number} got another order");
                    });
                }
            });
        });
    }
}

#[test]
fn a_full_queue_pauses_the_clients_and_nothing_else() {
    for mode in MODES {
        within(LIMIT, || {
            let gate = Gate::new("the slow answers");
            let server = start(mode, |config| {
                config.queue = 1;
                config.work = Work::Held("slow", gate.clone());
            });
            let mut clients: Vec<_> = (0..3).map(|_| server.connect()).collect();
            clients[0].send("slow").expect("a connection");
            gate.wait_for_waiting(1);
            clients[1].send("second").expect("a connection"); // takes the one place in the queue
            clients[2].send("third").expect("a connection");
            server.memory.wait_for_state("reactor", "paused: the queue is full");
            // The reactor waits for nobody: it accepts as ever.
            let mut late = server.connect();
            server.wait_for("accepts connection 4");
            gate.open();
            for (client, answer) in clients.iter_mut().zip(["slow", "second", "third"]) {
                client.receive(answer).expect("whoever waited is served");
            }
            late.round_trip("late").expect("an echo");
            let of_reactor = |entry: &&ch00_workbench::Entry| &*entry.thread == "reactor";
            let working = What::State("working".to_owned());
            let entries = server.memory.entries();
            assert!(
                entries.iter().filter(of_reactor).all(|entry| entry.what != working),
                "the reactor itself has done a client's work"
            );
        });
    }
}

#[test]
fn an_answer_under_way_is_finished_and_newcomers_are_refused() {
    for mode in MODES {
        within(LIMIT, || {
            let gate = Gate::new("the slow answer");
            let mut server = start(mode, |config| config.work = Work::Held("slow", gate.clone()));
            let mut client = server.connect();
            client.send("slow").expect("a connection");
            gate.wait_for_waiting(1);
            insta::assert_snapshot!(format!("{mode}_worker"), story_of(&server, "worker-1"));
            server.stop.stop();
            server.wait_until_draining();
            let late = TcpStream::connect_timeout(&server.address, LIMIT);
            assert!(late.is_err(), "a new client while the server drains");
            server.wait_for("no new clients");
            insta::assert_snapshot!(format!("{mode}_reactor"), story_of(&server, "reactor"));
            gate.open();
            client.receive("slow").expect("the answer that was under way");
            client.finish().expect("an orderly end");
            let Report { connections, ending } = server.report();
            assert_eq!((connections.served, connections.bytes), (1, 4));
            assert_eq!(ending, Ending::Graceful);
        });
    }
}

#[test]
fn an_idle_client_sees_the_end_and_no_answer() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |_| {});
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            server.stop.stop();
            client.expect_end().expect("an end, and no byte before it");
            client.finish().expect("an orderly end");
            let Report { connections, ending } = server.report();
            assert_eq!((connections.served, connections.broken), (1, 0), "{connections}");
            assert_eq!(ending, Ending::Graceful);
        });
    }
}

#[test]
fn an_idle_client_that_never_ends_does_not_keep_the_server() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| config.limits.drain = Duration::from_secs(3600));
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            server.stop.stop();
            // The client does nothing at all, and the deadline is an hour away.
            assert_eq!(server.report().ending, Ending::Graceful);
            drop(client);
        });
    }
}

#[test]
fn connections_that_have_come_and_gone_end_it_too() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| config.limits.connections = Some(2));
            for _ in 0..2 {
                let mut client = server.connect();
                client.round_trip("hello").expect("an echo");
                client.finish().expect("an orderly end");
            }
            let Report { connections, ending } = server.report();
            assert_eq!((connections.served, ending), (2, Ending::Finished));
        });
    }
}

#[test]
fn a_quiet_client_is_ended_and_one_that_waits_for_its_answer_is_not() {
    for mode in MODES {
        within(LIMIT, || {
            let gate = Gate::new("the slow answer");
            let mut server = start(mode, |config| {
                config.limits.idle = Some(Duration::from_millis(100));
                config.work = Work::Held("slow", gate.clone());
            });
            let mut waits = server.connect();
            waits.send("slow").expect("a connection");
            gate.wait_for_waiting(1);
            let mut quiet = server.connect();
            quiet.expect_end().expect("it was quiet for too long");
            gate.open();
            waits.receive("slow").expect("it was the server that was quiet");
            server.stop.stop();
            assert_eq!(server.report().connections.broken, 1, "the quiet one");
        });
    }
}

#[test]
fn beyond_the_limit_clients_wait_outside() {
    for mode in MODES {
        within(LIMIT, || {
            let server = start(mode, |config| config.limits.max_connections = 1);
            let mut first = server.connect();
            first.round_trip("first").expect("an echo");
            let mut second = server.connect();
            second.send("second").expect("the system has taken it up");
            server.wait_for("all seats are taken");
            first.round_trip("still first").expect("an echo");
            first.finish().expect("an orderly end");
            second.receive("second").expect("there is a seat for it now");
        });
    }
}

/// What one thread noted, a line each: deterministic, whatever the other threads did.
fn story_of(server: &Running, thread: &str) -> String {
    let entries = server.memory.entries();
    let own = entries.iter().filter(|entry| &*entry.thread == thread);
    own.map(|entry| match &entry.what {
        What::State(state) => format!("[{state}]\n"),
        What::Message(text) => format!("{text}\n"),
        What::End => "[ended]\n".to_owned(),
    })
    .collect()
}
