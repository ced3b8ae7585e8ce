//! What the tests of this chapter share: a server on a thread of its own, and a journal to read.

use std::io;
use std::net::SocketAddr;
use std::thread::{self, JoinHandle};

use ch00_workbench::{Client, Journal, Memory, What};
use ch02_lightweight_threads::{Config, EchoServer, Report};

/// A server that runs until its `connections` have come and gone.
pub struct Running {
    pub address: SocketAddr,
    pub memory: Memory,
    server: Option<JoinHandle<io::Result<Report>>>,
}

/// Starts a server that serves `connections` connections, configured by `change`.
pub fn start(connections: u64, change: impl FnOnce(&mut Config)) -> Running {
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let mut config = Config { journal, connections: Some(connections), ..Config::default() };
    change(&mut config);
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = EchoServer::bind(any_port, config).expect("a free port");
    run(server, memory)
}

/// Runs a server; its calling thread only waits.
pub fn run(server: EchoServer, memory: Memory) -> Running {
    let address = server.local_addr();
    let server = thread::Builder::new().name("server".to_owned()).spawn(move || server.run());
    Running { address, memory, server: Some(server.expect("a thread")) }
}

impl Running {
    /// Connects a client that tells nothing.
    pub fn connect(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("the server listens")
    }

    /// Waits for the server's end. All tasks' stories are complete then.
    pub fn end(&mut self) -> io::Result<Report> {
        let server = self.server.take().expect("a server ends once");
        server.join().expect("the server does not panic")
    }

    /// Waits for a good end.
    pub fn report(&mut self) -> Report {
        self.end().expect("no fatal accept error")
    }

    /// What one task noted, a line each: deterministic, whatever the other tasks did.
    pub fn story_of(&self, task: &str) -> String {
        let entries = self.memory.entries();
        let own = entries.iter().filter(|entry| &*entry.thread == task);
        own.map(|entry| match &entry.what {
            What::State(state) => format!("[{state}]\n"),
            What::Message(text) => format!("{text}\n"),
            What::End => "[ended]\n".to_owned(),
        })
        .collect()
    }
}
