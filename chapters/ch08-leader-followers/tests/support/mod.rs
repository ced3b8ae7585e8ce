//! What the tests of this chapter share: a server on a thread of its own, and a journal to read.

#![allow(dead_code, reason = "no test root needs all of it")]

pub mod journal;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ch00_workbench::{Client, Journal, Memory};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch05_two_phase_termination::{Report, StopHandle};
use ch08_leader_followers::role::{FOLLOWER, LEADER};
use ch08_leader_followers::s5::WATCHER;
use ch08_leader_followers::{Config, EchoServer, Stage};

/// Far longer than anything here takes.
pub const LIMIT: Duration = Duration::from_secs(60);

/// A time that never comes.
pub const LONG: Duration = Duration::from_secs(3600);

/// All stages of this chapter that have a journal of roles.
pub const STAGES: [Stage; 5] = [Stage::S1, Stage::S2, Stage::S3, Stage::S4, Stage::S5];

/// Those whose leader waits for events of all clients.
pub const BY_EVENT: [Stage; 4] = [Stage::S2, Stage::S3, Stage::S4, Stage::S5];

/// A server that runs until it is stopped.
pub struct Running {
    pub address: SocketAddr,
    pub memory: Memory,
    pub stop: StopHandle,
    thread: Option<JoinHandle<io::Result<Report>>>,
}

/// Binds a server of this stage with so many threads, configured by `change`.
pub fn bind(
    stage: Stage,
    threads: usize,
    change: impl FnOnce(&mut Config),
) -> (EchoServer, Memory) {
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let in_step = InStep { threads: OsThreads::default(), memory: memory.clone() };
    let mut config = Config { stage, threads, max_threads: threads, journal, ..Config::default() };
    config.spawn = Arc::new(in_step);
    change(&mut config);
    let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
    (EchoServer::bind(any_port, config).expect("a free port"), memory)
}

/// Starts a server, which has its threads when this returns.
pub fn start(stage: Stage, threads: usize, change: impl FnOnce(&mut Config)) -> Running {
    let (server, memory) = bind(stage, threads, change);
    let running = run(server, memory);
    running.memory.wait_for("all threads are there", |entry| {
        let entry = entry.to_string();
        entry == "server: [waiting for a stop]"
            || entry.starts_with("server: [waiting for the last")
    });
    running
}

/// As [`start`], without a journal: for much traffic.
pub fn start_quietly(stage: Stage, threads: usize, change: impl FnOnce(&mut Config)) -> Running {
    let (server, memory) = bind(stage, threads, |config| {
        config.journal = Journal::off();
        config.spawn = Arc::new(OsThreads::default());
        change(config);
    });
    run(server, memory)
}

/// Runs a server.
pub fn run(server: EchoServer, memory: Memory) -> Running {
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let thread = thread::Builder::new().name("server".to_owned()).spawn(move || server.run());
    Running { address, memory, stop, thread: Some(thread.expect("a thread")) }
}

impl Running {
    /// Connects a client that tells nothing.
    pub fn connect(&self) -> Client {
        Client::connect(self.address, "client", &Journal::off()).expect("the server listens")
    }

    /// Connects a client, and returns when its connection is registered and nobody processes.
    pub fn connect_quietly(&self, number: usize) -> Client {
        let client = self.connect();
        let accepted = format!("accepts connection {number}");
        self.memory.wait_for(&accepted, |entry| entry.to_string().ends_with(&accepted));
        journal::wait_until_quiet(&self.memory);
        client
    }

    /// Waits until the listener is closed and the server waits for what is in flight.
    pub fn wait_until_draining(&self) {
        self.memory.wait_for_state("server", "draining");
    }

    /// Waits for the server's end.
    pub fn end(&mut self) -> io::Result<Report> {
        let thread = self.thread.take().expect("a server ends once");
        thread.join().expect("the server does not panic")
    }

    /// Waits for the server's good end.
    pub fn report(&mut self) -> Report {
        self.end().expect("no fatal error")
    }

    /// Stops the server and waits for its end.
    pub fn stop(mut self) -> Report {
        self.stop.stop();
        self.report()
    }
}

/// Threads that come one after the other: each has its role before the next is started.
pub struct InStep {
    pub threads: OsThreads,
    pub memory: Memory,
}

impl Spawn for InStep {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        self.threads.spawn(name.clone(), job)?;
        let roles = [LEADER, FOLLOWER, WATCHER].map(|role| format!("{name}: [{role}]"));
        self.memory.wait_for("the new thread's role", |entry| roles.contains(&entry.to_string()));
        Ok(())
    }
}
