//! What the tests of this chapter share.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::io;
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ch00_workbench::{Client, Gate, Journal, Memory, What};
use ch01_thread_per_connection::Report;
use ch03_worker_pool::JobHandle;
use ch04_shared_pool_deadlock::dump::Dump;
use ch04_shared_pool_deadlock::pool::Pool;
use ch04_shared_pool_deadlock::two_stages::{TwoStages, Waited};
use ch04_shared_pool_deadlock::verdict::follow_the_arrows;
use ch04_shared_pool_deadlock::{Config, EchoServer, Registry};

/// A registry, and what threads note in it.
pub struct Noted {
    pub registry: Registry,
    pub memory: Memory,
}

impl Noted {
    pub fn new() -> Noted {
        let memory = Memory::new();
        let journal = Journal::to(vec![Box::new(memory.clone())]);
        Noted { registry: Registry::new(journal), memory }
    }

    /// Waits until somebody has come to a latch of that name, as often as that.
    pub fn wait_for_waiter(&self, latch: &str, times: usize) {
        let wanted = What::State(format!("waiting on latch {latch}"));
        self.memory.wait_for_nth(times, latch, |entry| entry.what == wanted);
    }

    /// Starts jobs of stage one that all hold a worker before the first one splits; then they split
    /// one after the other.
    pub fn start(&self, stages: &TwoStages, parents: usize) -> Vec<JobHandle<Waited>> {
        let gates: Vec<_> = (1..=parents).map(|_| Gate::new("all parents hold a worker")).collect();
        let start = |(number, gate): (usize, &Gate)| {
            stages.start(number, gate.clone()).expect("room in the queue")
        };
        let started = (1..=parents).zip(&gates).map(start).collect();
        gates.iter().for_each(|gate| gate.wait_for_waiting(1));
        for (number, gate) in (1..=parents).zip(&gates) {
            gate.open();
            self.wait_for_waiter(&format!("l{number}"), 1);
        }
        started
    }

    /// What a look at this moment says.
    pub fn dump(&self) -> Dump {
        Dump::of(self.registry.look(), follow_the_arrows)
    }
}

/// Opens by hand whatever somebody waits for, so that a test's threads end.
pub fn rescue(dump: &Dump) {
    for wait in dump.books.waits.values() {
        let latch = dump.books.latches.get(&wait.latch).and_then(|entry| entry.latch());
        if let Some(latch) = latch {
            latch.open_by_hand();
        }
    }
}

/// A server that runs until its `connections` have come and gone.
pub struct Running {
    pub address: SocketAddr,
    pub pool: Pool,
    pub memory: Memory,
    pub hangs: Receiver<Dump>,
    acceptor: JoinHandle<io::Result<Report>>,
}

/// Starts a server for `connections` connections, configured by `change`.
pub fn serve(connections: u64, change: impl FnOnce(&mut Config)) -> Running {
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let (bark, hangs) = channel();
    let on_hang = Box::new(move |dump| {
        // A test that does not listen any more has seen enough.
        let _ = bark.send(dump);
    });
    let mut config =
        Config { journal, connections: Some(connections), on_hang, ..Config::default() };
    config.interval = Duration::from_millis(5);
    change(&mut config);
    let server = EchoServer::bind(SocketAddr::from(([127, 0, 0, 1], 0)), config).expect("a port");
    let (address, pool) = (server.local_addr(), server.pool());
    let acceptor = thread::Builder::new().name("acceptor".to_owned()).spawn(|| server.run());
    Running { address, pool, memory, hangs, acceptor: acceptor.expect("a thread") }
}

impl Running {
    pub fn connect(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("the server listens")
    }

    /// Waits until some worker has noted that state, as often as that.
    pub fn wait_for_state(&self, state: &str, times: usize) {
        let wanted = What::State(state.to_owned());
        self.memory.wait_for_nth(times, state, |entry| entry.what == wanted);
    }

    pub fn report(self) -> Report {
        let report = self.acceptor.join().expect("the acceptor does not panic");
        report.expect("no fatal accept error")
    }
}
