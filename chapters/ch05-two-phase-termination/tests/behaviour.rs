//! What chapter 5 promises: a server that is told to stop ends, and loses nothing it has accepted.

mod support;

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use ch00_workbench::{Gate, What, Work, within};
use ch05_two_phase_termination::{Ending, Report};
use support::{Running, start};

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn an_answer_under_way_is_finished_and_newcomers_are_refused() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answer");
        let mut server = start(2, 8, |config| config.work = Work::Held("slow", gate.clone()));
        let mut client = server.connect();
        client.send("slow").expect("a connection");
        gate.wait_for_waiting(1);
        server.stop.stop();
        server.wait_until_draining();
        let late = TcpStream::connect_timeout(&server.address, LIMIT);
        assert!(late.is_err(), "a new client while the server drains");
        gate.open();
        client.receive("slow").expect("the answer that was under way");
        client.finish().expect("an orderly end");
        let Report { connections, ending } = server.report();
        assert_eq!((connections.served, connections.bytes), (1, 4));
        assert_eq!(ending, Ending::Graceful);
        insta::assert_snapshot!("acceptor", story_of(&server, "acceptor"));
        insta::assert_snapshot!("worker", story_of(&server, "worker-1"));
    });
}

#[test]
fn an_idle_client_sees_the_end_and_no_answer() {
    within(LIMIT, || {
        let mut server = start(2, 8, |_| {});
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

#[test]
fn an_idle_client_that_never_ends_does_not_keep_the_server() {
    within(LIMIT, || {
        let mut server = start(2, 8, |config| config.drain = Duration::from_secs(3600));
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo");
        server.stop.stop();
        // The client does nothing at all, and the deadline is an hour away.
        assert_eq!(server.report().ending, Ending::Graceful);
        drop(client);
    });
}

#[test]
fn when_the_time_is_up_what_is_in_flight_is_cut() {
    within(LIMIT, || {
        let mut server = start(2, 8, |config| {
            config.work = Work::Sleep(Duration::from_secs(3600));
            config.drain = Duration::from_millis(50);
        });
        let mut client = server.connect();
        client.send("slow").expect("a connection");
        server.memory.wait_for_state("worker-1", "working");
        server.stop.stop();
        assert!(client.receive("slow").is_err(), "it takes an hour, and the deadline was near");
        let Report { connections, ending } = server.report();
        assert_eq!(ending, Ending::Forced { cut: 1 });
        assert_eq!((connections.served, connections.broken), (0, 1), "{connections}");
    });
}

#[test]
fn the_second_order_does_not_wait() {
    within(LIMIT, || {
        let mut server = start(1, 8, |config| {
            config.work = Work::Sleep(Duration::from_secs(3600));
            config.drain = Duration::from_secs(3600);
        });
        let mut client = server.connect();
        client.send("slow").expect("a connection");
        server.memory.wait_for_state("worker-1", "working");
        let mut queued = server.connect();
        server.stop.stop();
        server.wait_until_draining();
        server.stop.stop_now();
        assert!(client.receive("slow").is_err(), "cut");
        assert!(queued.receive("?").is_err(), "cut, or never served");
        let ending = server.report().ending;
        assert!(matches!(ending, Ending::Forced { cut: 1 | 2 }), "{ending}");
    });
}

#[test]
fn orders_may_be_repeated_and_come_from_anywhere() {
    within(LIMIT, || {
        let mut server = start(1, 8, |_| {});
        let stops: Vec<_> = (0..8)
            .map(|_| {
                let stop = server.stop.clone();
                std::thread::spawn(move || stop.stop())
            })
            .collect();
        assert_eq!(server.report().ending, Ending::Graceful);
        stops.into_iter().for_each(|stop| stop.join().expect("it does not panic"));
        server.stop.stop();
        server.stop.stop_now();
    });
}

#[test]
fn the_port_can_be_bound_again_at_once() {
    within(LIMIT, || {
        let mut server = start(2, 8, |_| {});
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo");
        server.stop.stop();
        client.expect_end().expect("the end");
        client.finish().expect("an orderly end");
        server.report();
        // The server ended the connection first, so its port is in TIME_WAIT on this side.
        let again = ch01_thread_per_connection::listen::listen(server.address);
        again.map(|listener: TcpListener| listener.local_addr()).expect("the port").expect("it");
    });
}

#[test]
fn connections_that_have_come_and_gone_end_it_too() {
    within(LIMIT, || {
        let mut server = start(2, 8, |config| config.connections = Some(1));
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo");
        client.finish().expect("an orderly end");
        assert_eq!(server.report().ending, Ending::Finished);
    });
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
