//! The end of a server with several loops: chapter 5's promises, kept here.

mod support;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use ch00_workbench::{Entry, Gate, Journal, Sink, What, Work, within};
use ch05_two_phase_termination::{Ending, Report, StopHandle};
use support::{Running, start};

const LIMIT: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(3600);

/// Waits until the listener is closed and the server waits for what is in flight.
fn wait_until_draining(server: &Running) {
    server.memory.wait_for_state("acceptor", "draining");
}

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
        wait_until_draining(&server);
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
        wait_until_draining(&server);
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

#[test]
fn when_the_time_is_up_what_is_in_flight_is_cut() {
    within(LIMIT, || {
        let mut server = start(2, |config| {
            config.work = Work::Sleep(LONG);
            config.drain = Duration::from_millis(50);
        });
        let mut client = server.seat(1);
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
fn the_second_order_does_not_wait_and_what_it_cuts_gets_no_answer() {
    within(LIMIT, || {
        let mut server = start(1, |config| {
            config.work = Work::Sleep(LONG);
            config.drain = LONG;
        });
        let [mut client, mut neighbour] = [1, 2].map(|number| server.seat(number));
        client.send("slow").expect("a connection");
        server.memory.wait_for_state("worker-1", "working");
        neighbour.send("never read").expect("a connection");
        server.stop.stop();
        wait_until_draining(&server);
        server.stop.stop_now();
        assert!(client.receive("slow").is_err(), "cut");
        assert!(neighbour.receive("never read").is_err(), "cut");
        assert_eq!(server.report().ending, Ending::Forced { cut: 2 });
    });
}

#[test]
fn a_worker_that_heeds_no_order_is_left_behind() {
    within(LIMIT, || {
        let gate = Gate::new("an answer that nobody waits for");
        let mut server = start(2, |config| config.work = Work::Held("deaf", gate.clone()));
        let mut client = server.seat(1);
        client.send("deaf").expect("a connection");
        gate.wait_for_waiting(1);
        server.stop.stop_now();
        assert_eq!(server.report().ending, Ending::Forced { cut: 1 });
        server.wait_for("leaves workers behind that heed no order");
        gate.open();
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

/// Clients that ask as fast as they are answered, until the server ends.
#[test]
fn with_fifty_active_clients_no_accepted_byte_is_lost() {
    within(LIMIT, || {
        let mut server = start(2, |config| {
            config.journal = Journal::off();
            config.drain = LIMIT; // a busy machine may take long
        });
        let (answered, answers) = mpsc::channel();
        let clients: Vec<_> = (0..50)
            .map(|_| {
                // Connected here, and so before the stop, whenever its thread gets its turn.
                let (mut client, answered) = (server.connect(), answered.clone());
                thread::spawn(move || {
                    let mut received = 0;
                    while client.round_trip("a request of thirty-one bytes.\n").is_ok() {
                        received += 31;
                        let _ = answered.send(());
                    }
                    received
                })
            })
            .collect();
        for _ in 0..500 {
            answers.recv().expect("clients ask on and on");
        }
        server.stop.stop();
        let received: u64 = clients.into_iter().map(|c| c.join().expect("no panic")).sum();
        let Report { connections, ending } = server.report();
        assert_eq!(ending, Ending::Graceful);
        assert_eq!((connections.served, connections.broken), (50, 0), "{connections}");
        assert_eq!(connections.bytes, received, "what was read was echoed, and has arrived");
    });
}

/// A client that sends without waiting for answers is the one that a hasty close would rob.
#[test]
fn a_client_that_sends_without_end_gets_back_all_that_was_read() {
    within(LIMIT, || {
        let mut server = start(1, |config| {
            config.journal = Journal::off();
            config.drain = LIMIT; // a busy machine may take long over some megabytes
        });
        let stream = TcpStream::connect(server.address).expect("the server listens");
        stream.set_read_timeout(Some(LIMIT)).expect("not zero");
        let mut sending = stream.try_clone().expect("a descriptor");
        let sender = thread::spawn(move || {
            let block: Vec<u8> = (0..=255).cycle().take(64 * 1024).collect();
            while sending.write_all(&block).is_ok() {}
        });
        let (mut reading, mut received, mut buffer) = (&stream, 0_u64, vec![0; 64 * 1024]);
        loop {
            match reading.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => {
                    let mut expected = (received..).map(|index| (index % 256) as u8);
                    assert!(buffer[..length].iter().all(|byte| Some(*byte) == expected.next()));
                    received += length as u64;
                }
                Err(error) => panic!("a reset after {received} bytes: {error}"),
            }
            if received > 1024 * 1024 {
                server.stop.stop();
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
        sender.join().expect("it does not panic");
        let Report { connections, ending } = server.report();
        assert_eq!(ending, Ending::Graceful);
        assert_eq!(connections.bytes, received, "every byte that was read has come back");
    });
}
