//! What goes wrong around a connection costs that connection, and nothing else.

mod support;

use std::io::{self, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use ch00_workbench::{Client, Journal, Memory, within};
use ch01_thread_per_connection::errno;
use ch01_thread_per_connection::spawn::OsThreads;
use ch02_lightweight_threads::accept::Accept;
use ch02_lightweight_threads::echo::{boxed, echo_until_eof};
use ch02_lightweight_threads::handler::{Handle, Handler};
use ch02_lightweight_threads::{Config, EchoServer, Waiting};
use smol::Async;
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

/// Panics at one request, and has the others handled.
struct Doomed<'a>(&'a Handler);

impl Handle for Doomed<'_> {
    async fn handle(&self, request: &[u8]) {
        assert_ne!(request, b"boom", "on purpose");
        self.0.handle(request).await;
    }
}

#[test]
fn a_panic_ends_only_its_own_connection_and_no_executor() {
    within(LIMIT, || {
        let mut server = start(4, |config| {
            config.executors = 1; // were it lost with a task, nobody would serve the next
            config.echo = boxed(|stream, handler| {
                Box::pin(async { echo_until_eof(stream, &Doomed(handler)).await })
            });
        });
        let mut other = server.connect();
        other.round_trip("fine").expect("an echo");
        for _ in 0..3 {
            let mut doomed = server.connect();
            doomed.send("boom").expect("a connection");
            assert!(doomed.receive("boom").is_err(), "its task panicked before the answer");
        }
        other.round_trip("still fine").expect("an echo");
        other.finish().expect("an orderly end");
        let report = server.report();
        assert_eq!((report.served, report.panicked), (1, 3), "{report}");
        assert!(server.story_of("task-2").ends_with("[ended]\n"), "its lane ends too");
    });
}

/// More than all buffers between a client and its task can hold.
const FLOOD_BYTES: usize = 256 * 1024 * 1024;

#[test]
fn a_client_that_never_reads_holds_up_nobody_else() {
    within(LIMIT, || {
        let mut server = start(2, |config| config.executors = 1);
        let deaf = TcpStream::connect(server.address).expect("the server listens");
        let sender = thread::spawn({
            let mut deaf = deaf.try_clone().expect("a descriptor");
            let piece = vec![7; 64 * 1024];
            move || (0..FLOOD_BYTES / piece.len()).try_for_each(|_| deaf.write_all(&piece))
        });
        server.memory.wait_for_state("task-1", "writing");
        let mut other = server.connect();
        other.round_trip("hello").expect("an echo");
        other.finish().expect("an orderly end");

        deaf.shutdown(Shutdown::Write).expect("a connection");
        let sent = sender.join().expect("no panic");
        assert!(sent.is_err(), "its task took in {FLOOD_BYTES} bytes that could not be answered");
        drop(deaf);
        let report = server.report();
        assert_eq!((report.served, report.broken), (1, 1), "{report}");
    });
}

#[test]
fn executors_beyond_the_cap_are_refused() {
    within(LIMIT, || {
        let threads = OsThreads { most: Some(2), ..OsThreads::default() };
        let running = threads.running.clone();
        let mut server = start(1, |config| {
            config.executors = 3;
            config.threads = threads;
        });
        let error = server.end().expect_err("two threads, and three are asked for");
        assert_eq!(error.to_string(), "at the cap of 2 thread(s)");
        assert_eq!(running.count(), 0, "the two that were started have ended");
    });
}

/// A listener that first fails with each of `errors`, and then accepts.
struct Failing {
    errors: Mutex<Vec<i32>>,
    listener: Async<TcpListener>,
}

impl Accept for Failing {
    fn accept(&self) -> Waiting<'_, io::Result<Async<TcpStream>>> {
        match self.errors.lock().expect("no panic").pop() {
            Some(number) => Box::pin(async move { Err(io::Error::from_raw_os_error(number)) }),
            None => Accept::accept(&self.listener),
        }
    }
}

/// A server whose first accepts fail with `errors`, in order.
fn start_failing(errors: &[i32]) -> Running {
    let listener = Async::<TcpListener>::bind(([127, 0, 0, 1], 0)).expect("a free port");
    let address = listener.get_ref().local_addr().expect("it is bound");
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
            config.threads = threads;
            config.journal = Journal::off();
        });
        for _ in 0..10_000 {
            let client: Client = server.connect();
            client.finish().expect("an orderly end");
        }
        assert_eq!(server.report().served, 10_000);
        assert_eq!(running.count(), 0, "the executors' threads have ended with the server");
    });
}
