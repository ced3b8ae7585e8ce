//! Many clients, each of whose bytes is looked at: a thousand at once, and some that are at it when
//! the server is told to end.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ch00_workbench::resources::raise_descriptor_limit;
use ch00_workbench::{Client, Journal, within};
use ch05_two_phase_termination::{Ending, Report, StopHandle};
use ch07_multi_reactor::{Config, EchoServer};

const LIMIT: Duration = Duration::from_secs(120);
const CLIENTS: usize = 1000;
const THREADS: usize = 4;
const REQUESTS: usize = 10;

/// The `request`th request of a client: no two are alike.
fn request(client: usize, request: usize) -> String {
    format!("client {client:4}, request {request:2}: sixty-four bytes that are all its own.")
}

/// Starts a server that tells nothing, and has long to end: a busy machine may need it.
fn start(workers: usize) -> (SocketAddr, StopHandle, JoinHandle<io::Result<Report>>) {
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { workers, drain: LIMIT, ..Config::default() };
    let server = EchoServer::bind(any_port, config).expect("a free port");
    let (address, stop) = (server.local_addr(), server.stop_handle());
    (address, stop, thread::spawn(move || server.run()))
}

fn report(server: JoinHandle<io::Result<Report>>) -> Report {
    server.join().expect("it does not panic").expect("no fatal error")
}

#[test]
fn a_thousand_clients_get_back_what_they_sent() {
    within(LIMIT, || {
        raise_descriptor_limit();
        let (address, stop, server) = start(2);
        thread::scope(|scope| {
            for number in 0..THREADS {
                scope.spawn(move || {
                    let mine = (number..CLIENTS).step_by(THREADS);
                    let mut clients: Vec<_> = mine
                        .map(|client| {
                            (client, TcpStream::connect(address).expect("the server listens"))
                        })
                        .collect();
                    for turn in 0..REQUESTS {
                        // All of them ask before the first one reads.
                        for (client, stream) in &mut clients {
                            stream.write_all(request(*client, turn).as_bytes()).expect("open");
                        }
                        for (client, stream) in &mut clients {
                            let expected = request(*client, turn);
                            let mut answer = vec![0; expected.len()];
                            stream.read_exact(&mut answer).expect("an answer");
                            assert_eq!(answer, expected.as_bytes());
                        }
                    }
                });
            }
        });
        stop.stop();
        let report = report(server);
        let sent: usize = (0..CLIENTS)
            .flat_map(|client| (0..REQUESTS).map(move |turn| request(client, turn).len()))
            .sum();
        assert_eq!((report.connections.served, report.ending), (1000, Ending::Graceful));
        assert_eq!(report.connections.bytes, sent as u64, "{report}");
    });
}

/// Clients that ask as fast as they are answered, until the server ends.
#[test]
fn with_fifty_active_clients_no_accepted_byte_is_lost() {
    within(LIMIT, || {
        let (address, stop, server) = start(2);
        let (answered, answers) = mpsc::channel();
        let clients: Vec<_> = (0..50)
            .map(|_| {
                // Connected here, and so before the stop, whenever its thread gets its turn.
                let (mut client, answered) = (
                    Client::connect(address, "client", &Journal::off()).expect("it listens"),
                    answered.clone(),
                );
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
        stop.stop();
        let received: u64 = clients.into_iter().map(|c| c.join().expect("no panic")).sum();
        let Report { connections, ending } = report(server);
        assert_eq!(ending, Ending::Graceful);
        assert_eq!((connections.served, connections.broken), (50, 0), "{connections}");
        assert_eq!(connections.bytes, received, "what was read was echoed, and has arrived");
    });
}

/// A client that sends without waiting for answers is the one that a hasty close would rob.
#[test]
fn a_client_that_sends_without_end_gets_back_all_that_was_read() {
    within(LIMIT, || {
        let (address, stop, server) = start(1);
        let stream = TcpStream::connect(address).expect("the server listens");
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
                stop.stop();
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
        sender.join().expect("it does not panic");
        let Report { connections, ending } = report(server);
        assert_eq!(ending, Ending::Graceful);
        assert_eq!(connections.bytes, received, "every byte that was read has come back");
    });
}
