//! What goes wrong with accepting: as in chapter 1, and no pause holds a thread.

#[allow(dead_code)]
mod support;

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::time::Duration;

use ch00_workbench::{Journal, Memory, within};
use ch01_thread_per_connection::errno;
use ch02_lightweight_threads::accept::Accept;
use ch02_lightweight_threads::{Config, EchoServer, Waiting};
use smol::Async;
use support::{Running, run};

const LIMIT: Duration = Duration::from_secs(60);

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
