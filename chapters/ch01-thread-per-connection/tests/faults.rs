//! What goes wrong around a connection costs that connection, and nothing else.

mod support;

use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::Duration;

use ch00_workbench::{Journal, Memory, within};
use ch01_thread_per_connection::accept::Accept;
use ch01_thread_per_connection::echo::echo_until_eof;
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch01_thread_per_connection::{Config, EchoServer, errno};
use support::{Running, run, start};

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn an_rst_ends_only_its_own_connection() {
    within(LIMIT, || {
        let mut server = start(101, |_| {});
        let mut steady = server.connect();
        for _ in 0..100 {
            let mut client = server.connect();
            client.round_trip("about to crash").expect("an echo");
            client.reset().expect("the option is known");
        }
        steady.round_trip("still here").expect("an echo");
        steady.finish().expect("an orderly end");
        let report = server.report();
        assert_eq!((report.served, report.broken, report.panicked), (1, 100, 0), "{report}");
    });
}

#[test]
fn the_end_may_come_at_any_byte() {
    within(LIMIT, || {
        let mut server = start(40, |_| {});
        for length in 0..40 {
            let sent = vec![b'x'; length];
            let received = server.connect().exchange_all(&sent).expect("an echo");
            assert_eq!(received, sent);
        }
        assert_eq!(server.report().served, 40);
    });
}

#[test]
fn a_panic_ends_only_its_own_connection() {
    within(LIMIT, || {
        let mut server = start(2, |config| {
            config.echo = |stream, on_request| {
                echo_until_eof(stream, &mut |request| {
                    assert_ne!(request, b"boom", "on purpose");
                    on_request(request);
                })
            };
        });
        let mut doomed = server.connect();
        doomed.send("boom").expect("a connection");
        assert!(doomed.receive("boom").is_err(), "its thread panicked before the answer");
        let mut other = server.connect();
        other.round_trip("fine").expect("an echo");
        other.finish().expect("an orderly end");
        let report = server.report();
        assert_eq!((report.served, report.panicked), (1, 1), "{report}");
        assert!(server.story_of("connection-1").ends_with("[ended]\n"), "its lane ends too");
    });
}

/// Fails to spawn the first thread asked for.
struct FailsOnce {
    failed: Mutex<bool>,
    threads: OsThreads,
}

impl Spawn for FailsOnce {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        let first = !std::mem::replace(&mut *self.failed.lock().expect("no panic"), true);
        if first {
            return Err(ErrorKind::WouldBlock.into());
        }
        self.threads.spawn(name, job)
    }
}

#[test]
fn a_failed_spawn_costs_only_that_connection() {
    within(LIMIT, || {
        let threads = OsThreads::default();
        let spawn = FailsOnce { failed: Mutex::new(false), threads };
        let mut server = start(2, |config| config.spawn = Box::new(spawn));
        server.connect().expect_end().expect("closed at once");
        let mut served = server.connect();
        served.round_trip("hello").expect("an echo");
        served.finish().expect("an orderly end");
        let report = server.report();
        assert_eq!((report.served, report.refused), (1, 1), "{report}");
        insta::assert_snapshot!("acceptor_without_a_thread", server.story_of("acceptor"));
    });
}

/// A listener that first fails with each of `errors`, and then accepts.
struct Failing {
    errors: Mutex<Vec<i32>>,
    listener: TcpListener,
}

impl Accept for Failing {
    fn accept(&self) -> io::Result<TcpStream> {
        match self.errors.lock().expect("no panic").pop() {
            Some(number) => Err(io::Error::from_raw_os_error(number)),
            None => Accept::accept(&self.listener),
        }
    }
}

/// A server whose first accepts fail with `errors`, in order.
fn start_failing(errors: &[i32]) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let errors = Mutex::new(errors.iter().copied().rev().collect());
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let config = Config { journal, connections: Some(1), ..Config::default() };
    run(EchoServer::over(Box::new(Failing { errors, listener }), address, config), memory)
}

/// What the acceptor said, without the system's own words for the error.
fn verdicts(server: &Running) -> Vec<String> {
    let story = server.story_of("acceptor");
    let said = story.lines().filter(|line| line.starts_with("accept: "));
    said.map(|line| line.rsplit("; ").next().unwrap_or(line).to_owned()).collect()
}

#[test]
fn an_aborted_connection_does_not_end_the_acceptor() {
    within(LIMIT, || {
        let mut server = start_failing(&[errno::ECONNABORTED, errno::EPROTO, errno::EINTR]);
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo");
        client.finish().expect("an orderly end");
        let report = server.report();
        assert_eq!((report.served, report.accept_errors), (1, 3), "{report}");
        assert_eq!(verdicts(&server), ["goes on", "pauses 5ms", "goes on"]);
    });
}

#[test]
fn without_descriptors_the_acceptor_pauses_longer_and_longer() {
    within(LIMIT, || {
        let mut server = start_failing(&[errno::EMFILE; 5]);
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo once descriptors are free");
        client.finish().expect("an orderly end");
        assert_eq!(server.report().accept_errors, 5);
        let pauses = ["pauses 5ms", "pauses 10ms", "pauses 20ms", "pauses 40ms", "pauses 80ms"];
        assert_eq!(verdicts(&server), pauses);
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
fn ten_thousand_short_connections_leave_nothing() {
    within(LIMIT, || {
        let threads = OsThreads::default();
        let running = threads.running.clone();
        let mut server = start(10_000, |config| {
            config.spawn = Box::new(threads);
            config.journal = Journal::off();
        });
        for _ in 0..10_000 {
            server.connect().finish().expect("an orderly end");
        }
        assert_eq!(server.report().served, 10_000);
        running.wait_until_none(); // a thread or a place lost on the way would hang here
    });
}
