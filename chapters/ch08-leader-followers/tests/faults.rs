//! What has stopped, starved or confused other leader/followers servers, or made them lose clients.

mod support;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ch00_workbench::testkit::side_by_side;
use ch00_workbench::{Gate, Work, within};
use ch01_thread_per_connection::accept::Accept;
use ch05_two_phase_termination::Ending;
use ch06_half_sync_half_reactive::acceptor::Watched;
use ch06_half_sync_half_reactive::out_buffer::WaterMarks;
use support::{BY_EVENT, LIMIT, STAGES, start, start_quietly};

/// A listener that fails so often, each time with this error, before it accepts.
struct Fails {
    inner: Box<dyn Watched>,
    failures: Arc<AtomicUsize>,
    error: i32,
}

impl Accept for Fails {
    fn accept(&self) -> io::Result<TcpStream> {
        let client = self.inner.accept()?;
        let fails = |left: usize| left.checked_sub(1);
        match self.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fails) {
            // The client is lost here; a test connects once more for it.
            Ok(_) => Err(io::Error::from_raw_os_error(self.error)),
            Err(_) => Ok(client),
        }
    }
}

impl Watched for Fails {
    fn watch(&self) -> io::Result<()> {
        self.inner.watch()
    }
}

fn failing(times: usize, error: i32) -> (Arc<AtomicUsize>, ch08_leader_followers::config::Between) {
    let failures = Arc::new(AtomicUsize::new(times));
    let left = Arc::clone(&failures);
    let between = Arc::new(move |inner| {
        Box::new(Fails { inner, failures: Arc::clone(&left), error }) as Box<dyn Watched>
    });
    (failures, between)
}

#[cfg(unix)]
#[test]
fn without_descriptors_accepting_pauses_and_others_are_served() {
    const EMFILE: i32 = 24;
    side_by_side(BY_EVENT, |stage| {
        within(LIMIT, || {
            let (failures, between) = failing(0, EMFILE);
            let server = start(stage, 2, |config| config.listener = between);
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            failures.store(2, Ordering::SeqCst);
            let _lost = server.connect();
            let pauses = |entry: &ch00_workbench::Entry| entry.to_string().contains("; pauses ");
            server.memory.wait_for("a pause", pauses);
            client.round_trip("hello").expect("who is in is served meanwhile");
            let _lost_too = server.connect();
            server.memory.wait_for_nth(2, "another pause", pauses);
            server.connect().round_trip("hello").expect("descriptors are free again");
            let tries = server.memory.entries().iter().filter(|entry| pauses(entry)).count();
            assert_eq!(tries, 2, "one try for each pause");
            assert_eq!(server.stop().connections.accept_errors, 2);
        });
    });
}

#[cfg(unix)]
#[test]
fn a_client_that_is_gone_before_it_is_accepted_costs_nothing() {
    const ECONNABORTED: i32 = if cfg!(target_os = "macos") { 53 } else { 103 };
    side_by_side(BY_EVENT, |stage| {
        within(LIMIT, || {
            let (_, between) = failing(1, ECONNABORTED);
            let server = start(stage, 2, |config| config.listener = between);
            let (_lost, mut client) = (server.connect(), server.connect());
            client.round_trip("hello").expect("the next is accepted at once");
            assert_eq!(server.stop().connections.accept_errors, 1);
        });
    });
}

#[cfg(unix)]
#[test]
fn a_listener_that_will_never_work_again_ends_the_server_with_its_error() {
    const EBADF: i32 = 9;
    for stage in BY_EVENT {
        within(LIMIT, || {
            let (_, between) = failing(1, EBADF);
            let mut server = start(stage, 2, |config| config.listener = between);
            let _client = server.connect();
            let error = server.end().expect_err("fatal");
            assert_eq!(error.raw_os_error(), Some(EBADF));
        });
    }
}

#[test]
fn one_event_of_the_listener_may_stand_for_many_clients() {
    for stage in STAGES {
        within(LIMIT, || {
            let (server, memory) = support::bind(stage, 2, |config| config.connections = Some(100));
            let address = server.local_addr();
            // All of them are in the queue before anybody watches.
            let clients: Vec<_> =
                (0..100).map(|_| TcpStream::connect(address).expect("in the queue")).collect();
            drop(clients);
            let report = support::run(server, memory).report();
            assert_eq!(report.connections.served, 100, "{stage:?}");
        });
    }
}

#[test]
fn a_peer_that_takes_nothing_is_dropped_and_the_others_do_not_notice() {
    side_by_side(BY_EVENT, |stage| {
        within(LIMIT, || {
            let server = start(stage, 1, |config| {
                config.write_deadline = Duration::from_millis(300);
                config.marks = WaterMarks { low: 1024, high: 4096 };
            });
            let black_hole = TcpStream::connect(server.address).expect("the server listens");
            black_hole.set_nonblocking(true).expect("a socket");
            let mut other = server.connect();
            // It sends and never reads, until the server takes no more from it.
            let mut refused = 0;
            while refused < 100 {
                match (&black_hole).write(&[7; 64 * 1024]) {
                    Ok(_) => refused = 0,
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        refused += 1;
                        // One thread serves both, so it would be stuck if it could be.
                        other.round_trip("hello").expect("an answer, at once");
                    }
                    Err(_) => break, // dropped
                }
            }
            server.memory.wait_for("it is dropped", |entry| {
                entry.to_string().ends_with("takes nothing, and is dropped")
            });
            other.round_trip("hello").expect("an answer");
            assert_eq!(server.stop().connections.broken, 1);
        });
    });
}

#[test]
fn a_silent_client_is_closed_when_it_is_due_and_not_before() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let idle = Duration::from_millis(200);
            let server = start(stage, 2, |config| config.idle = Some(idle));
            let since = std::time::Instant::now();
            let mut client = server.connect();
            client.expect_end().expect("the server's end");
            assert!(since.elapsed() >= idle, "not before");
            client.finish().expect("an orderly end");
            assert_eq!(server.stop().connections.broken, 1, "it was not the client's end");
        });
    }
}

#[test]
fn a_request_that_panics_costs_its_connection_and_no_thread() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let server = start(stage, 2, |config| {
                config.request =
                    Arc::new(|request| assert_ne!(request, b"boom", "on purpose: it panics"));
            });
            for _ in 0..4 {
                let mut client = server.connect();
                client.send("boom").expect("a connection");
                client.expect_end().expect("its connection is closed");
            }
            let mut client = server.connect();
            client.round_trip("hello").expect("the threads are all there");
            drop(client);
            let connections = server.stop().connections;
            assert_eq!((connections.panicked, connections.served), (4, 1), "{connections}");
        });
    }
}

#[test]
fn a_reset_costs_that_connection_and_nothing_else() {
    for stage in STAGES {
        within(LIMIT, || {
            let server = start(stage, 2, |_| {});
            let mut other = server.connect();
            other.round_trip("hello").expect("an echo");
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            client.reset().expect("an RST");
            server
                .memory
                .wait_for("the end", |entry| entry.to_string().ends_with("connection 2 is closed"));
            other.round_trip("hello").expect("an echo");
            drop(other);
            let connections = server.stop().connections;
            assert_eq!((connections.broken, connections.served), (1, 1), "{stage:?}");
        });
    }
}

#[test]
fn after_a_half_close_every_byte_still_comes_back() {
    for stage in STAGES {
        within(LIMIT, || {
            let server = start_quietly(stage, 2, |_| {});
            let bytes = vec![42; 1024 * 1024];
            let answer = server.connect().exchange_all(&bytes).expect("an echo, then the end");
            assert!(answer == bytes);
            server.stop();
        });
    }
}

#[test]
fn clients_beyond_the_limit_wait_for_a_place() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let server = start(stage, 2, |config| config.max_connections = Some(2));
            let first = server.connect();
            let second = server.connect();
            let mut third = server.connect();
            third.send("hello").expect("the system takes it");
            server.memory.wait_for("the second", |entry| {
                entry.to_string().ends_with("accepts connection 2")
            });
            support::journal::wait_until_quiet(&server.memory);
            assert!(
                !server
                    .memory
                    .entries()
                    .iter()
                    .any(|entry| { entry.to_string().ends_with("accepts connection 3") })
            );
            first.finish().expect("an orderly end");
            third.receive("hello").expect("there is a place now");
            drop((second, third));
            assert_eq!(server.stop().connections.served, 3);
        });
    }
}

#[test]
fn a_client_that_sends_without_end_gets_back_all_that_was_read() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let mut server = start_quietly(stage, 2, |config| config.drain = LIMIT);
            let stream = TcpStream::connect(server.address).expect("the server listens");
            let mut sending = stream.try_clone().expect("a descriptor");
            let sender = std::thread::spawn(move || {
                let block: Vec<u8> = (0..=255).cycle().take(64 * 1024).collect();
                while sending.write_all(&block).is_ok() {}
            });
            let (mut received, mut buffer) = (0_u64, vec![0; 64 * 1024]);
            loop {
                match (&stream).read(&mut buffer).expect("no reset") {
                    0 => break,
                    length => {
                        let mut expected = (received..).map(|index| (index % 256) as u8);
                        assert!(buffer[..length].iter().all(|byte| Some(*byte) == expected.next()));
                        received += length as u64;
                    }
                }
                if received > 1024 * 1024 {
                    server.stop.stop();
                }
            }
            let _ = stream.shutdown(Shutdown::Both);
            sender.join().expect("it does not panic");
            let report = server.report();
            assert_eq!(report.ending, Ending::Graceful);
            assert_eq!(report.connections.bytes, received, "every byte that was read came back");
        });
    }
}

#[test]
fn a_stop_does_not_wait_for_threads_that_heed_nothing() {
    side_by_side(BY_EVENT, |stage| {
        within(LIMIT, || {
            let gate = Gate::new("never heard of a stop");
            let mut server = start(stage, 2, |config| {
                config.work = Work::Held("deaf", gate.clone());
                config.drain = Duration::from_millis(20);
            });
            let mut client = server.connect();
            client.send("deaf").expect("a connection");
            gate.wait_for_waiting(1);
            server.stop.stop();
            assert_eq!(server.report().ending, Ending::Forced { cut: 1 });
            server.memory.wait_for("it says so", |entry| {
                entry.to_string() == "server: leaves threads behind that heed no order"
            });
            gate.open();
        });
    });
}
