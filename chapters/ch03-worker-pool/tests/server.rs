//! What the server promises: the pool's bounds are the server's, and its policy decides.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ch00_workbench::{Client, Gate, Journal, Memory, Work, within};
use ch01_thread_per_connection::Report;
use ch03_worker_pool::{Builder, Config, EchoServer, Policy, WorkerPool};

const LIMIT: Duration = Duration::from_secs(60);

/// A server that runs until its `connections` have come and gone; `slow` requests wait at a gate.
struct Running {
    address: SocketAddr,
    memory: Memory,
    gate: Gate,
    pool: WorkerPool,
    acceptor: JoinHandle<std::io::Result<Report>>,
}

fn start(connections: u64, pool: Builder, idle_timeout: Option<Duration>) -> Running {
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let pool = pool.journal(journal.clone()).build().expect("sizes that fit together");
    let gate = Gate::new("slow requests");
    let config = Config {
        journal,
        connections: Some(connections),
        work: Work::Held("slow", gate.clone()),
        idle_timeout,
        ..Config::with(pool.clone())
    };
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = EchoServer::bind(any_port, config).expect("a free port");
    let address = server.local_addr();
    let acceptor = thread::Builder::new().name("acceptor".to_owned()).spawn(|| server.run());
    Running { address, memory, gate, pool, acceptor: acceptor.expect("a thread") }
}

impl Running {
    /// Connects a client, and waits until the acceptor has dealt with it.
    fn connect(&self, number: usize) -> Client {
        let client = self.connect_only();
        let past = |entry: &ch00_workbench::Entry| {
            let text = entry.to_string();
            text == "acceptor: [accepting]" || text == "acceptor: [waiting for the last]"
        };
        self.memory.wait_for_nth(number + 1, "the acceptor comes back", past);
        client
    }

    fn connect_only(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("the server listens")
    }

    fn report(self) -> Report {
        self.acceptor.join().expect("no panic").expect("no fatal accept error")
    }
}

/// A server with one worker, at the gate, and one client that waits: all is full.
fn full(connections: u64, policy: Policy) -> (Running, Client, Client) {
    let server = start(connections, WorkerPool::builder().core(1).queue(1).policy(policy), None);
    let mut first = server.connect(1);
    first.send("slow").expect("a connection");
    server.gate.wait_for_waiting(1);
    let second = server.connect(2);
    (server, first, second)
}

/// Lets the clients that have a place be served to their ends.
fn serve_the_rest(server: Running, mut first: Client, mut second: Client) -> Report {
    server.gate.open();
    first.receive("slow").expect("an echo");
    first.finish().expect("an orderly end");
    second.round_trip("hello").expect("an echo");
    second.finish().expect("an orderly end");
    server.report()
}

#[test]
fn a_full_server_that_aborts_closes_the_newest_connection() {
    within(LIMIT, || {
        let (server, first, second) = full(3, Policy::Abort);
        server.connect(3).expect_end().expect("closed at once, without a byte");
        let report = serve_the_rest(server, first, second);
        assert_eq!((report.served, report.refused), (2, 1), "{report}");
    });
}

#[test]
fn a_full_server_whose_caller_runs_serves_on_the_acceptor() {
    within(LIMIT, || {
        let (server, first, second) = full(3, Policy::CallerRuns);
        let mut third = server.connect_only();
        third.round_trip("hello").expect("an echo, while the only worker is busy");
        server.memory.wait_for_state("acceptor", "working");
        third.finish().expect("an orderly end");
        let report = serve_the_rest(server, first, second);
        assert_eq!((report.served, report.refused), (3, 0), "{report}");
    });
}

#[test]
fn a_full_server_that_discards_closes_and_says_nothing() {
    within(LIMIT, || {
        let (server, first, second) = full(3, Policy::Discard);
        server.connect(3).expect_end().expect("closed at once, without a byte");
        assert_eq!((server.pool.metrics().discarded, server.pool.metrics().rejected), (1, 0));
        let report = serve_the_rest(server, first, second);
        assert_eq!((report.served, report.refused), (2, 1), "{report}");
    });
}

#[test]
fn a_full_server_that_discards_the_oldest_closes_who_waited() {
    within(LIMIT, || {
        let (server, first, mut second) = full(3, Policy::DiscardOldest);
        let third = server.connect(3);
        second.expect_end().expect("closed without a byte, after it had waited");
        let report = serve_the_rest(server, first, third);
        assert_eq!((report.served, report.refused), (2, 1), "{report}");
    });
}

#[test]
fn an_idle_client_keeps_its_worker_from_all_others() {
    within(LIMIT, || {
        let server = start(2, WorkerPool::builder().core(1).queue(1), None);
        let idle = server.connect(1);
        let mut other = server.connect(2);
        other.send("hello").expect("a connection");
        let metrics = server.pool.metrics();
        assert_eq!((metrics.queued, metrics.idle), (1, 0), "its request waits for a client's mood");
        idle.finish().expect("an orderly end");
        other.receive("hello").expect("an echo, as soon as the idle client has gone");
        other.finish().expect("an orderly end");
        assert_eq!(server.report().served, 2);
    });
}

#[test]
fn an_idle_time_out_takes_the_worker_back() {
    within(LIMIT, || {
        let short = Duration::from_millis(20);
        let server = start(2, WorkerPool::builder().core(1).queue(1), Some(short));
        let mut idle = server.connect_only();
        let mut other = server.connect(2);
        idle.expect_end().expect("ended by the server, without a byte");
        // The other one is idle too, or not: either way it gets its worker now.
        let _ = other.round_trip("hello");
        drop(other);
        let report = server.report();
        assert!(report.broken >= 1 && report.served + report.broken == 2, "{report}");
    });
}

#[test]
fn an_idle_time_out_takes_the_worker_back_from_a_client_that_never_reads() {
    within(LIMIT, || {
        let limit = Duration::from_millis(200);
        let server = start(2, WorkerPool::builder().core(1), Some(limit));
        let mut deaf = TcpStream::connect(server.address).expect("the server listens");
        // Until its answers fill all buffers, the server waits in a write, and has had enough.
        let talk = [b'x'; 16 * 1024];
        while deaf.write_all(&talk).is_ok() {}
        server.memory.wait_for("the connection is broken off", |entry| {
            entry.to_string() == "worker-1: broken: its client was idle for too long"
        });
        let other = server.connect_only();
        other.finish().expect("an orderly end, from the same worker");
        let report = server.report();
        assert_eq!((report.served, report.broken), (1, 1), "{report}");
    });
}

#[test]
fn a_reset_costs_its_connection_alone() {
    within(LIMIT, || {
        let server = start(2, WorkerPool::builder().core(1), None);
        let mut doomed = server.connect(1);
        doomed.round_trip("about to crash").expect("an echo");
        doomed.reset().expect("the option is known");
        let mut other = server.connect(2);
        other.round_trip("hello").expect("an echo, from the same worker");
        other.finish().expect("an orderly end");
        assert_eq!(server.pool.metrics().largest, 1);
        let report = server.report();
        assert_eq!((report.served, report.broken), (1, 1), "{report}");
    });
}

#[test]
fn a_mebibyte_and_a_half_close_come_back_byte_for_byte() {
    within(LIMIT, || {
        let sent: Vec<u8> = (0..1024 * 1024_u32).map(|index| (index % 251) as u8).collect();
        let server = start(1, WorkerPool::builder().core(1), None);
        let received = server.connect_only().exchange_all(&sent).expect("an echo");
        assert!(received == sent, "{} of {} bytes came back right", received.len(), sent.len());
        assert_eq!(server.report().bytes, 1024 * 1024);
    });
}
