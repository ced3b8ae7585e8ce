//! The end of a server with several loops: chapter 5's promises, kept here.

mod support;

use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ch00_workbench::{Entry, Gate, Journal, Sink, What, Work, within};
use ch05_two_phase_termination::{Ending, Report, StopHandle};
use support::start;

const LIMIT: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(3600);

#[test]
fn an_answer_under_way_is_finished_and_newcomers_are_refused() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answer");
        let mut server = start(2, |config| config.work = Work::Held("slow", gate.clone()));
        let mut client = server.seat(1);
        let mut idle = server.seat(2);
        client.send("slow").expect("a connection");
        gate.wait_for_waiting(1);
        server.stop.stop();
        server.memory.wait_for_state("acceptor", "draining");
        assert!(TcpStream::connect_timeout(&server.address, LIMIT).is_err(), "a new client");
        idle.expect_end().expect("the other worker sees its client out meanwhile");
        gate.open();
        client.receive("slow").expect("the answer that was under way");
        client.finish().expect("an orderly end");
        idle.finish().expect("an orderly end");
        let Report { connections, ending } = server.report();
        assert_eq!((connections.served, connections.bytes), (2, 4), "{connections}");
        assert_eq!(ending, Ending::Graceful);
    });
}

#[test]
fn a_server_without_any_client_can_be_stopped() {
    within(LIMIT, || {
        let mut server = start(3, |config| config.drain = LONG);
        server.memory.wait_for_state("acceptor", "accepting");
        server.stop.stop();
        assert_eq!(server.report().ending, Ending::Graceful);
    });
}

#[test]
fn a_server_that_was_stopped_before_it_runs_ends_at_once() {
    within(LIMIT, || {
        for _ in 0..20 {
            let mut server = start(2, |_| {});
            server.stop.stop();
            assert_eq!(server.report().ending, Ending::Graceful);
        }
    });
}

#[test]
fn the_end_is_not_held_up_by_workers_that_are_all_busy() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answers");
        let mut server = start(2, |config| config.work = Work::Held("slow", gate.clone()));
        let mut clients = [1, 2].map(|number| server.seat(number));
        clients.iter_mut().for_each(|client| client.send("slow").expect("a connection"));
        gate.wait_for_waiting(2);
        server.stop.stop();
        server.memory.wait_for_state("acceptor", "draining");
        assert!(TcpStream::connect_timeout(&server.address, LIMIT).is_err(), "a new client");
        gate.open();
        for mut client in clients {
            client.receive("slow").expect("the answer that was under way");
            client.finish().expect("an orderly end");
        }
        assert_eq!(server.report().ending, Ending::Graceful);
    });
}

#[test]
fn an_acceptor_that_waits_for_a_place_hears_of_the_stop() {
    within(LIMIT, || {
        let mut server = start(1, |config| config.most = Some(1));
        let mut client = server.seat(1);
        client.round_trip("hello").expect("an echo");
        // Its accept was the last for now: the acceptor waits for the place, or is about to.
        let mut second = server.connect();
        server.stop.stop();
        client.expect_end().expect("the end");
        client.finish().expect("an orderly end");
        // Connected, and never served: it may have come in as the first one left.
        let _ = second.expect_end();
        drop(second);
        assert_eq!(server.report().ending, Ending::Graceful);
    });
}

#[test]
fn an_idle_client_that_never_ends_does_not_keep_the_server() {
    within(LIMIT, || {
        let mut server = start(2, |config| config.drain = LONG);
        let mut client = server.seat(1);
        client.round_trip("hello").expect("an echo");
        server.stop.stop();
        // The client does nothing at all, and the deadline is an hour away.
        assert_eq!(server.report().ending, Ending::Graceful);
        drop(client);
    });
}

/// Gives the order on the thread that notes a text.
struct StopsOn(&'static str, Arc<OnceLock<StopHandle>>);

impl Sink for StopsOn {
    fn record(&mut self, entry: &Entry) {
        if entry.what == What::Message(self.0.to_owned()) {
            self.1.get().expect("set before any client").stop();
        }
    }
}

#[test]
fn a_worker_may_give_the_order_itself() {
    within(LIMIT, || {
        let handle: Arc<OnceLock<StopHandle>> = Arc::default();
        let theirs = Arc::clone(&handle);
        let mut server = start(1, |config| {
            config.journal = Journal::to(vec![Box::new(StopsOn("serves connection 1", theirs))]);
        });
        handle.set(server.stop.clone()).unwrap_or_else(|_| panic!("set once"));
        let mut client = server.connect();
        client.round_trip("the last one").expect("what has arrived is answered");
        client.expect_end().expect("the end");
        client.finish().expect("an orderly end");
        assert_eq!(server.report().ending, Ending::Graceful);
    });
}

#[test]
fn the_port_can_be_bound_again_at_once() {
    within(LIMIT, || {
        let mut server = start(2, |_| {});
        let mut client = server.seat(1);
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
        let mut server = start(2, |config| config.connections = Some(3));
        for _ in 0..3 {
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            client.finish().expect("an orderly end");
        }
        assert_eq!(server.report().ending, Ending::Finished);
    });
}
