//! What the tests of this chapter share: a server on a thread of its own, and a journal to read.

use std::io;
use std::net::SocketAddr;
use std::thread::{self, JoinHandle};

use ch00_workbench::{Client, Journal, Memory};
use ch03_worker_pool::WorkerPool;
use ch05_two_phase_termination::{Config, EchoServer, Report, StopHandle, StoppablePool};

/// A server that runs until it is stopped.
pub struct Running {
    pub address: SocketAddr,
    pub memory: Memory,
    pub stop: StopHandle,
    acceptor: Option<JoinHandle<io::Result<Report>>>,
}

/// Starts a server with `workers` workers and room for `queue` more connections, configured by
/// `change`.
pub fn start(workers: usize, queue: usize, change: impl FnOnce(&mut Config)) -> Running {
    let memory = Memory::new();
    let pool = WorkerPool::builder().core(workers).queue(queue).build().expect("sizes that fit");
    let mut config = Config::with(StoppablePool::new(pool));
    config.journal = Journal::to(vec![Box::new(memory.clone())]);
    change(&mut config);
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = EchoServer::bind(any_port, config).expect("a free port");
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let acceptor = thread::Builder::new().name("acceptor".to_owned()).spawn(move || server.run());
    Running { address, memory, stop, acceptor: Some(acceptor.expect("a thread")) }
}

impl Running {
    /// Connects a client that tells nothing.
    pub fn connect(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("the server listens")
    }

    /// Waits until the listener is closed and the server waits for what is in flight.
    pub fn wait_until_draining(&self) {
        self.memory.wait_for_state("acceptor", "draining");
    }

    /// Waits for the server's end.
    pub fn report(&mut self) -> Report {
        let acceptor = self.acceptor.take().expect("a server ends once");
        let report = acceptor.join().expect("the acceptor does not panic");
        report.expect("no fatal accept error")
    }
}
