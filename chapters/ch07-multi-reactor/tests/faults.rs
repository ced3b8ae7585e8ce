//! What goes wrong with a client costs that client, and what goes wrong with a loop is told.

mod support;

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::Duration;

use ch00_workbench::{Journal, What, within};
use ch01_thread_per_connection::accept::Accept;
use ch01_thread_per_connection::errno;
use ch05_two_phase_termination::sleeps::accept::StoppableListener;
use ch05_two_phase_termination::{Ending, StopHandle};
use ch07_multi_reactor::EchoServer;
use socket2::{Domain, Socket, Type};
use support::{Running, start, start_over};

const LIMIT: Duration = Duration::from_secs(60);

/// A listener whose first accepts fail, as listed.
struct Failing {
    listener: StoppableListener,
    errors: Mutex<Vec<i32>>,
}

impl Accept for Failing {
    fn accept(&self) -> io::Result<TcpStream> {
        let mut errors = self.errors.lock().expect("no panic under this lock");
        if errors.is_empty() {
            drop(errors);
            return self.listener.accept();
        }
        Err(io::Error::from_raw_os_error(errors.remove(0)))
    }

    fn is_over(&self) -> bool {
        self.listener.is_over()
    }

    fn pause(&self, time: Duration) {
        self.listener.pause(time);
    }
}

fn start_failing(errors: &[i32]) -> Running {
    let errors = Mutex::new(errors.to_vec());
    start_over(
        2,
        |_| {},
        |address: SocketAddr, config| {
            let listener = TcpListener::bind(address)?;
            let (address, stop) = (listener.local_addr()?, StopHandle::new());
            let listener = StoppableListener::new(listener, stop.graceful())?;
            EchoServer::over(Box::new(Failing { listener, errors }), address, stop, config)
        },
    )
}

fn accept_errors(server: &Running) -> Vec<String> {
    let entries = server.memory.entries();
    let verdict = |entry: &ch00_workbench::Entry| match &entry.what {
        What::Message(text) if text.starts_with("accept: ") => {
            text.rsplit_once("; ").map(|(_, verdict)| verdict.to_owned())
        }
        _ => None,
    };
    entries.iter().filter_map(verdict).collect()
}

#[test]
fn without_descriptors_the_acceptor_pauses_and_then_goes_on() {
    within(LIMIT, || {
        let mut server = start_failing(&[errno::ECONNABORTED, errno::EMFILE, errno::EMFILE]);
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo once descriptors are free");
        client.finish().expect("an orderly end");
        server.stop.stop();
        let report = server.report();
        assert_eq!((report.connections.served, report.connections.accept_errors), (1, 3));
        assert_eq!(accept_errors(&server), ["goes on", "pauses 5ms", "pauses 10ms"]);
    });
}

#[test]
fn a_useless_listener_ends_the_server_with_its_error() {
    within(LIMIT, || {
        let error = start_failing(&[errno::EBADF]).end().expect_err("nothing can be accepted");
        assert_eq!(error.raw_os_error(), Some(errno::EBADF));
    });
}

#[test]
fn an_rst_ends_only_its_own_connection() {
    within(LIMIT, || {
        let mut server = start(2, |_| {});
        let mut steady = [server.connect(), server.connect()];
        for _ in 0..100 {
            let mut client = server.connect();
            client.round_trip("about to crash").expect("an echo");
            client.reset().expect("the option is known");
        }
        for client in &mut steady {
            client.round_trip("still here").expect("an echo");
        }
        steady.into_iter().for_each(|client| client.finish().expect("an orderly end"));
        server.stop.stop();
        let report = server.report();
        let ended = (report.connections.served, report.connections.broken);
        assert_eq!((ended, report.connections.panicked), ((2, 100), 0), "{report}");
    });
}

#[test]
fn the_end_may_come_at_any_byte() {
    within(LIMIT, || {
        let mut server = start(2, |config| config.connections = Some(40));
        for length in 0..40 {
            let sent = vec![b'x'; length];
            let received = server.connect().exchange_all(&sent).expect("an echo");
            assert_eq!(received, sent);
        }
        assert_eq!(server.report().connections.served, 40);
    });
}

#[test]
fn a_panic_costs_its_own_connection_and_not_its_neighbours() {
    within(LIMIT, || {
        let mut server = start(1, |config| {
            config.also = |request| assert_ne!(request, b"boom", "on purpose");
        });
        let [mut doomed, mut neighbour] = [1, 2].map(|number| server.seat(number));
        for _ in 0..2 {
            neighbour.round_trip("before").expect("an echo");
        }
        doomed.send("boom").expect("a connection");
        assert!(doomed.expect_end().is_ok(), "closed, without an answer");
        server.wait_for("connection 1 panicked");
        neighbour.round_trip("after").expect("an echo from the same worker");
        neighbour.finish().expect("an orderly end");
        server.stop.stop();
        let report = server.report();
        let ended = (report.connections.served, report.connections.panicked);
        assert_eq!((ended, report.ending), ((1, 1), Ending::Graceful), "{report}");
    });
}

#[test]
fn small_buffers_and_pipelined_requests_keep_every_byte_in_order() {
    within(LIMIT, || {
        let mut server = start(2, |config| config.connections = Some(1));
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a descriptor");
        socket.set_recv_buffer_size(2048).expect("an option that is known");
        socket.set_send_buffer_size(2048).expect("an option that is known");
        socket.connect(&server.address.into()).expect("the server listens");
        let mut stream = TcpStream::from(socket);
        let mut sending = stream.try_clone().expect("a descriptor");
        let sent: Vec<u8> = (0..300_000).map(|n: u32| (n % 251) as u8).collect();
        let ours = sent.clone();
        let sender = std::thread::spawn(move || {
            ours.chunks(7).try_for_each(|chunk| sending.write_all(chunk))?;
            sending.shutdown(std::net::Shutdown::Write)
        });
        let mut received = Vec::new();
        stream.read_to_end(&mut received).expect("no reset");
        sender.join().expect("it does not panic").expect("all is sent");
        assert!(received == sent, "{} bytes of {}", received.len(), sent.len());
        server.report();
    });
}

#[test]
fn ten_thousand_short_connections_leave_nothing() {
    within(LIMIT, || {
        let mut server = start(2, |config| {
            config.journal = Journal::off();
            config.most = Some(3); // a place that is not left would stop it
        });
        for _ in 0..10_000 {
            server.connect().finish().expect("an orderly end");
        }
        server.stop.stop();
        assert_eq!(server.report().connections.served, 10_000);
    });
}
