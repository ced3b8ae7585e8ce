//! What goes wrong with a client costs that client, and what goes wrong with a loop is told.

mod support;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ch00_workbench::{Gate, Journal, What, Work, within};
use ch01_thread_per_connection::accept::Accept;
use ch01_thread_per_connection::errno;
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch05_two_phase_termination::sleeps::accept::StoppableListener;
use ch05_two_phase_termination::{Ending, StopHandle};
use ch07_multi_reactor::EchoServer;
use ch07_multi_reactor::inbox::{HandOver, Inbox};
use ch07_multi_reactor::order::Order;
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

/// Connections in the order of their turns, from a worker's own words.
fn turns(server: &Running) -> Vec<u64> {
    let entries = server.memory.entries();
    let number = |entry: &ch00_workbench::Entry| match &entry.what {
        What::Message(text) => text.strip_prefix("serves connection ")?.parse().ok(),
        _ => None,
    };
    entries.iter().filter_map(number).collect()
}

#[test]
fn a_busy_client_does_not_starve_a_light_one() {
    within(LIMIT, || {
        let gate = Gate::new("the start");
        let mut server = start(1, |config| {
            config.budget = 1;
            config.work = Work::Held("start", gate.clone());
        });
        let mut holder = server.seat(1);
        holder.send("start").expect("a connection");
        gate.wait_for_waiting(1);
        // While the worker stands at the gate: many turns' worth from one, a word from another.
        let mut busy = TcpStream::connect(server.address).expect("the server listens");
        let mut light = server.connect();
        server.wait_for("gives connection 3 to worker-1");
        busy.write_all(&[b'b'; 100_000]).expect("the sockets' buffers hold that");
        light.send("light").expect("a connection");
        gate.open();
        light.receive("light").expect("an echo");
        busy.read_exact(&mut [0; 100_000]).expect("all of it");
        let turns = turns(&server);
        let of = |number| turns.iter().enumerate().filter(move |turn| *turn.1 == number);
        let ours = of(3).map(|(place, _)| place).next().expect("it was served");
        let before = of(2).filter(|(place, _)| *place < ours).count();
        assert!(of(2).count() > 2, "a budget of one read, and several reads' worth: {turns:?}");
        assert!(before <= 2, "the light one waited for {before} turns of the busy one: {turns:?}");
        server.stop.stop_now();
        server.report();
    });
}

/// Busy clients that never stop: without a budget, the first of them would be served for ever.
#[test]
fn floods_do_not_starve_a_light_client() {
    within(LIMIT, || {
        let mut server = start(1, |config| config.journal = Journal::off());
        let floods: Vec<_> = (0..3)
            .map(|_| {
                let flood = TcpStream::connect(server.address).expect("the server listens");
                let mut sending = flood.try_clone().expect("a descriptor");
                let sender =
                    std::thread::spawn(
                        move || {
                            while sending.write_all(&[b'f'; 16 * 1024]).is_ok() {}
                        },
                    );
                let reader = std::thread::spawn(move || {
                    let (mut flood, mut buffer) = (&flood, [0; 16 * 1024]);
                    while flood.read(&mut buffer).is_ok_and(|count| count > 0) {}
                });
                (sender, reader)
            })
            .collect();
        let mut light = server.connect();
        for _ in 0..200 {
            light.round_trip("light").expect("an echo");
        }
        server.stop.stop_now();
        server.report();
        for (sender, reader) in floods {
            sender.join().expect("it does not panic");
            reader.join().expect("it does not panic");
        }
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

/// Gives out so many threads, and then no more.
struct Few(OsThreads, Mutex<usize>);

impl Spawn for Few {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        let mut left = self.1.lock().expect("no panic under this lock");
        *left = left.checked_sub(1).ok_or(ErrorKind::WouldBlock)?;
        self.0.spawn(name, job)
    }
}

#[test]
fn without_a_thread_for_each_worker_the_server_does_not_begin() {
    within(LIMIT, || {
        let threads = OsThreads::default();
        let running = threads.running.clone();
        let few = Few(threads, Mutex::new(2));
        let mut server = start(3, |config| config.spawn = Box::new(few));
        assert_eq!(server.end().expect_err("two of three").kind(), ErrorKind::WouldBlock);
        running.wait_until_none(); // those who had begun have ended
    });
}

/// An inbox whose loop panics when it finds a connection in it.
struct Doomed(Inbox<Order>);

impl HandOver<Order> for Doomed {
    fn give(&self, order: Order) {
        self.0.give(order);
    }

    fn take_all(&self, into: &mut Vec<Order>) {
        self.0.take_all(into);
        assert!(into.is_empty(), "on purpose: this loop fails");
    }

    fn may_sleep(&self) -> bool {
        self.0.may_sleep()
    }
}

#[test]
fn a_loop_that_fails_ends_the_server_and_says_so() {
    within(LIMIT, || {
        let mut server = start(1, |config| {
            config.hand_over = Box::new(|wake| Arc::new(Doomed(Inbox::new(wake))));
        });
        let mut client = server.connect();
        assert!(client.expect_end().is_ok() || client.round_trip("?").is_err(), "it is closed");
        let error = server.end().expect_err("nobody would serve the next one");
        assert_eq!(error.to_string(), "a worker panicked");
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
