//! What every stage of chapter 8 promises: it echoes, it ends as it is told, and one thread at most
//! is at the look-out.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ch00_workbench::testkit::side_by_side;
use ch00_workbench::{Gate, Work, within};
use ch05_two_phase_termination::{Ending, Report};
use support::journal::{assert_one_leader_at_a_time, roles, wait_until_quiet};
use support::{BY_EVENT, LIMIT, LONG, STAGES, start, start_quietly};

#[test]
fn a_lone_client_is_answered_without_further_input() {
    for stage in STAGES {
        within(LIMIT, || {
            let server = start(stage, 2, |_| {});
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            client.finish().expect("an orderly end");
            let Report { connections, ending } = server.stop();
            assert_eq!((connections.served, connections.bytes), (1, 5), "{stage:?}");
            assert_eq!(ending, Ending::Graceful);
        });
    }
}

#[test]
fn while_one_event_is_processed_the_next_one_is_too() {
    side_by_side(BY_EVENT, |stage| {
        within(LIMIT, || {
            let second = Gate::new("the second event");
            let server = start(stage, 2, |config| {
                let second = second.clone();
                config.request = Arc::new(move |request| match request {
                    b"first" => second.pass(),
                    _ => second.open(),
                });
            });
            let (mut first, mut other) = (server.connect(), server.connect());
            first.send("first").expect("a connection");
            second.wait_for_waiting(1);
            // The first is only answered when this one has been taken up.
            other.round_trip("second").expect("an echo, beside the first");
            first.receive("first").expect("an echo");
            let entries = server.memory.entries();
            server.stop();
            assert_one_leader_at_a_time(&entries);
        });
    });
}

#[test]
fn every_byte_comes_back_in_order_whoever_serves() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let server = start_quietly(stage, 8, |_| {});
            let bytes: Vec<u8> = (0..1_000_000_u32).map(|index| (index % 251) as u8).collect();
            thread::scope(|scope| {
                for _ in 0..4 {
                    let client = server.connect();
                    scope.spawn(|| {
                        assert!(client.exchange_all(&bytes).expect("an echo") == bytes);
                    });
                }
            });
            assert_eq!(server.stop().connections.bytes, 4_000_000);
        });
    }
}

#[test]
fn one_thread_at_most_is_at_the_look_out() {
    for stage in STAGES {
        within(LIMIT, || {
            let server = start(stage, 4, |_| {});
            ask(server.address, 4, 100);
            let memory = server.memory.clone();
            server.stop();
            assert_one_leader_at_a_time(&memory.entries());
            assert_eq!(roles(&memory.entries()).len(), 0, "all threads have ended");
        });
    }
}

#[test]
fn twenty_thousand_messages_over_a_hundred_connections_come_back() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let server = start_quietly(stage, 8, |_| {});
            ask(server.address, 100, 200);
            let Report { connections, ending } = server.stop();
            assert_eq!((connections.served, connections.bytes), (100, 100 * 200 * 16));
            assert_eq!(ending, Ending::Graceful);
        });
    }
}

#[test]
fn an_answer_under_way_is_finished_and_newcomers_are_refused() {
    for stage in STAGES {
        within(LIMIT, || {
            let gate = Gate::new("the slow answer");
            let mut server =
                start(stage, 2, |config| config.work = Work::Held("slow", gate.clone()));
            let mut client = server.connect();
            client.send("slow").expect("a connection");
            gate.wait_for_waiting(1);
            server.stop.stop();
            server.wait_until_draining();
            let late = TcpStream::connect_timeout(&server.address, LIMIT);
            assert!(late.is_err(), "a new client while the server drains");
            gate.open();
            client.receive("slow").expect("the answer that was under way");
            client.expect_end().expect("and then our end");
            client.finish().expect("an orderly end");
            let Report { connections, ending } = server.report();
            assert_eq!((connections.served, connections.bytes), (1, 4), "{stage:?}");
            assert_eq!(ending, Ending::Graceful);
        });
    }
}

#[test]
fn an_idle_client_sees_the_end_and_does_not_keep_the_server() {
    side_by_side(STAGES, |stage| {
        within(LIMIT, || {
            let mut server = start(stage, 2, |config| config.drain = LONG);
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            server.stop.stop();
            client.expect_end().expect("an end, and no byte before it");
            // It does nothing more, and the deadline is an hour away.
            assert_eq!(server.report().ending, Ending::Graceful);
            drop(client);
        });
    });
}

#[test]
fn when_the_time_is_up_what_is_in_flight_is_cut() {
    for stage in STAGES {
        within(LIMIT, || {
            let mut server = start(stage, 2, |config| {
                config.work = Work::Sleep(LONG);
                config.drain = Duration::from_millis(50);
            });
            let mut client = server.connect();
            client.send("slow").expect("a connection");
            wait_until_served(&server);
            server.stop.stop();
            assert!(client.receive("slow").is_err(), "it takes an hour, and the deadline was near");
            let Report { connections, ending } = server.report();
            assert_eq!(ending, Ending::Forced { cut: 1 }, "{stage:?}");
            assert_eq!((connections.served, connections.broken), (0, 1), "{connections}");
        });
    }
}

#[test]
fn the_second_order_does_not_wait() {
    for stage in STAGES {
        within(LIMIT, || {
            let mut server = start(stage, 2, |config| {
                config.work = Work::Sleep(LONG);
                config.drain = LONG;
            });
            let mut client = server.connect();
            client.send("slow").expect("a connection");
            wait_until_served(&server);
            server.stop.stop();
            server.wait_until_draining();
            server.stop.stop_now();
            assert!(client.receive("slow").is_err(), "cut");
            assert_eq!(server.report().ending, Ending::Forced { cut: 1 }, "{stage:?}");
        });
    }
}

#[test]
fn a_server_without_any_client_can_be_stopped() {
    for stage in STAGES {
        within(LIMIT, || {
            let server = start(stage, 3, |_| {});
            wait_until_quiet(&server.memory);
            let Report { connections, ending } = server.stop();
            assert_eq!((connections, ending), (Default::default(), Ending::Graceful));
            for _ in 0..20 {
                start_quietly(stage, 3, |_| {}).stop(); // before it runs, or while it begins to
            }
        });
    }
}

#[test]
fn a_thread_of_its_own_may_stop_the_server() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let stop =
                Arc::new(std::sync::OnceLock::<ch05_two_phase_termination::StopHandle>::new());
            let mut server = start(stage, 2, |config| {
                let stop = Arc::clone(&stop);
                config.request = Arc::new(move |_| {
                    stop.get().expect("set before any request").stop();
                });
            });
            assert!(stop.set(server.stop.clone()).is_ok(), "set once");
            let mut client = server.connect();
            client.round_trip("stop").expect("the answer, and then the end");
            client.finish().expect("an orderly end");
            assert_eq!(server.report().ending, Ending::Graceful);
        });
    }
}

#[test]
fn connections_that_have_come_and_gone_end_it_too() {
    for stage in STAGES {
        within(LIMIT, || {
            let mut server = start(stage, 2, |config| config.connections = Some(1));
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            client.finish().expect("an orderly end");
            assert_eq!(server.report().ending, Ending::Finished, "{stage:?}");
        });
    }
}

#[test]
fn the_last_connection_is_served_to_its_own_end() {
    for stage in STAGES {
        within(LIMIT, || {
            let mut server = start(stage, 2, |config| config.connections = Some(1));
            let mut client = server.connect();
            server.memory.wait_for_state("server", "waiting for the last");
            client.round_trip("nobody is accepted any more").expect("an echo all the same");
            client.round_trip("and once more").expect("an echo all the same");
            client.finish().expect("an orderly end");
            assert_eq!(server.report().ending, Ending::Finished, "{stage:?}");
        });
    }
}

/// Waits until some thread is busy with a client.
fn wait_until_served(server: &support::Running) {
    server.memory.wait_for("a request is served", |entry| {
        entry.to_string().contains(": serves connection 1")
    });
}

/// So many clients send so many messages of 16 bytes each, and check what comes back.
fn ask(address: std::net::SocketAddr, clients: usize, messages: usize) {
    thread::scope(|scope| {
        for client in 0..clients {
            scope.spawn(move || {
                let mut stream = TcpStream::connect(address).expect("the server listens");
                stream.set_nodelay(true).expect("a socket");
                for message in 0..messages {
                    let sent = format!("{client:07}:{message:08}");
                    stream.write_all(sent.as_bytes()).expect("an open connection");
                    let mut got = [0; 16];
                    stream.read_exact(&mut got).expect("an answer");
                    assert_eq!(&got, sent.as_bytes());
                }
            });
        }
    });
}
