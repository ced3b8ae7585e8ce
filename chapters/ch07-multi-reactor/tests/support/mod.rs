//! What the tests of this chapter share: a server on a thread of its own, and a journal to read.

use std::io;
use std::net::SocketAddr;
use std::thread::{self, JoinHandle};

use ch00_workbench::{Client, Entry, Journal, Memory, What};
use ch05_two_phase_termination::{Report, StopHandle};
use ch07_multi_reactor::{Config, EchoServer};

/// A server that runs until it is stopped.
pub struct Running {
    pub address: SocketAddr,
    pub memory: Memory,
    pub stop: StopHandle,
    acceptor: Option<JoinHandle<io::Result<Report>>>,
}

/// Starts a server with `workers` workers, configured by `change`.
pub fn start(workers: usize, change: impl FnOnce(&mut Config)) -> Running {
    start_over(workers, change, EchoServer::bind)
}

/// The same, with a server that `make` makes.
pub fn start_over(
    workers: usize,
    change: impl FnOnce(&mut Config),
    make: impl FnOnce(SocketAddr, Config) -> io::Result<EchoServer>,
) -> Running {
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let mut config = Config { journal, workers, ..Config::default() };
    change(&mut config);
    let server = make(SocketAddr::from(([127, 0, 0, 1], 0)), config).expect("a free port");
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let acceptor = thread::Builder::new().name("acceptor".to_owned()).spawn(move || server.run());
    Running { address, memory, stop, acceptor: Some(acceptor.expect("a thread")) }
}

impl Running {
    /// Connects a client that tells nothing.
    pub fn connect(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("the server listens")
    }

    /// Connects the `number`th client, and waits until a worker has it.
    pub fn seat(&self, number: u64) -> Client {
        let client = self.connect();
        self.wait_for(&format!("takes connection {number}"));
        client
    }

    /// Waits until somebody has noted `text`.
    pub fn wait_for(&self, text: &str) -> Entry {
        let wanted = What::Message(text.to_owned());
        self.memory.wait_for(&format!("somebody says: {text}"), |entry| entry.what == wanted)
    }

    /// Waits for the server's end.
    pub fn end(&mut self) -> io::Result<Report> {
        let acceptor = self.acceptor.take().expect("a server ends once");
        acceptor.join().expect("the acceptor does not panic")
    }

    /// Waits for the server's end, which is no error.
    pub fn report(&mut self) -> Report {
        self.end().expect("no fatal error")
    }
}
