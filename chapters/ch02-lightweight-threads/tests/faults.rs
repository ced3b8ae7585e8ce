//! What goes wrong around a connection costs that connection, and nothing else.

mod support;

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::{Client, Journal, within};
use ch01_thread_per_connection::spawn::OsThreads;
use ch02_lightweight_threads::echo::{boxed, echo_until_eof};
use ch02_lightweight_threads::handler::{Handle, Handler, Manner, OffLoad};
use support::start;

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

/// Sends until no more is taken for a while, and returns how much was. On a machine so busy that
/// the while passes early, the test below shows less, but does not fail.
fn flood(stream: &mut TcpStream) -> usize {
    stream.set_write_timeout(Some(Duration::from_millis(300))).expect("a time-out");
    let piece = vec![7; 64 * 1024];
    let mut sent = 0;
    while let (true, Ok(taken)) = (sent < FLOOD_BYTES, stream.write(&piece)) {
        sent += taken;
    }
    sent
}

#[test]
fn a_client_that_never_reads_holds_up_nobody_else() {
    within(LIMIT, || {
        let mut server = start(2, |config| config.executors = 1);
        let mut deaf = TcpStream::connect(server.address).expect("the server listens");
        let sent = flood(&mut deaf);
        assert!(sent < FLOOD_BYTES, "{sent} bytes were taken in that could not be answered");

        let mut other = server.connect();
        other.round_trip("hello").expect("an echo");
        other.finish().expect("an orderly end");
        drop(deaf); // with answers unread: the system makes it a reset
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
        assert_eq!(error.to_string(), "no thread for executor-3: at the cap of 2 thread(s)");
        assert_eq!(running.count(), 0, "the two that were started have ended");
    });
}

#[test]
fn a_blocking_call_without_a_thread_breaks_only_its_own_connection() {
    within(LIMIT, || {
        let refuse: OffLoad = Arc::new(|_| Box::pin(async { Err(io::Error::other("too many")) }));
        let mut server = start(2, |config| config.manner = Manner::OffLoads(refuse));
        for _ in 0..2 {
            let mut client = server.connect();
            client.send("hello").expect("it listens");
            client.receive("hello").expect_err("nothing is answered that was not dealt with");
        }
        let report = server.report();
        assert_eq!((report.broken, report.panicked), (2, 0), "{report}");
        assert_eq!(server.story_of("task-2"), "[reading]\n[working]\nbroken: too many\n[ended]\n");
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
