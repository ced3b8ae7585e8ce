//! What the tests of this chapter share: a server on a thread of its own, and a journal to read.

#![allow(dead_code)] // no test binary uses all of it

use std::io;
use std::net::SocketAddr;
use std::thread::{self, JoinHandle};

use ch00_workbench::{Client, Journal, Memory};
use ch05_two_phase_termination::{Report, StopHandle};
use ch06_half_sync_half_reactive::{Config, EchoServer, Mode};

/// Both modes: what one promises, the other does too.
pub const MODES: [Mode; 2] = [Mode::Reactor, Mode::Proactor];

/// A server that runs until it is stopped.
pub struct Running {
    pub address: SocketAddr,
    pub memory: Memory,
    pub stop: StopHandle,
    reactor: Option<JoinHandle<io::Result<Report>>>,
}

/// Starts a server in `mode` with one worker that takes a task at a time, configured by `change`.
pub fn start(mode: Mode, change: impl FnOnce(&mut Config)) -> Running {
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let mut config = Config { journal, mode, threads: 1, batch: 1, ..Config::default() };
    change(&mut config);
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = EchoServer::bind(any_port, config).expect("a free port");
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let reactor = thread::Builder::new().name("reactor".to_owned()).spawn(move || server.run());
    Running { address, memory, stop, reactor: Some(reactor.expect("a thread")) }
}

impl Running {
    /// Connects a client that tells nothing.
    pub fn connect(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("the server listens")
    }

    /// Waits until somebody has said `text`.
    pub fn wait_for(&self, text: &str) {
        self.memory.wait_for(text, |entry| entry.to_string().contains(text));
    }

    /// Waits until the listener is closed and the server waits for what is in flight.
    pub fn wait_until_draining(&self) {
        self.memory.wait_for_state("reactor", "draining");
    }

    /// Waits for the server's end.
    pub fn end(&mut self) -> io::Result<Report> {
        let reactor = self.reactor.take().expect("a server ends once");
        reactor.join().expect("the reactor does not panic")
    }

    /// As [`Running::end`], of a server that has no reason to fail.
    pub fn report(&mut self) -> Report {
        self.end().expect("no fatal accept error")
    }
}
