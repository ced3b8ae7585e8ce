//! The servers under test: one line each.
//!
//! A line says how a server is started, what a client costs it, and whether it can be stopped in
//! good order. The cases derive what they expect of a server from these, so a line is a claim: the
//! battery shows that it holds, on both sides.

use self::Client::{CostsAWorker, CostsNoThread};
use self::WhenFull::{LeavesItInTheQueue, ServesItItself, TurnsItAway};

/// A server of the course, with the flags that make it one variant of its pattern.
#[derive(Debug)]
pub struct Server {
    /// Its name in tests and tables.
    pub name: &'static str,
    /// The package whose program it is.
    pub package: &'static str,
    /// The flags of `serve`, with spaces between them.
    pub flags: &'static str,
    /// What a client costs it, for as long as it is connected.
    pub client: Client,
    /// Whether one connection's turn ends while it still has something to do.
    pub gives_way: bool,
    /// Whether SIGTERM ends it in good order.
    pub stops: bool,
}

/// What a client costs while it is connected, whether it says anything or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Memory, and perhaps a thread of its own: nothing that another client would miss.
    CostsNoThread,
    /// One of a bounded number of threads.
    CostsAWorker {
        /// So many can be served at the same time.
        workers: usize,
        /// So many more can wait in its queue.
        queue: usize,
        /// What happens to the next one.
        then: WhenFull,
    },
}

/// What a server with a bounded number of workers does with one client more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// It closes the connection at once.
    TurnsItAway,
    /// The acceptor serves it, and accepts nobody meanwhile.
    ServesItItself,
    /// It does not accept it: the client waits in the system's queue.
    LeavesItInTheQueue,
}

const CH01: &str = "ch01-thread-per-connection";
const CH02: &str = "ch02-lightweight-threads";
const CH03: &str = "ch03-worker-pool";
const CH05: &str = "ch05-two-phase-termination";
const CH06: &str = "ch06-half-sync-half-reactive";
const CH07: &str = "ch07-multi-reactor";
const CH08: &str = "ch08-leader-followers";

const STOPS: bool = true;
const DOES_NOT_STOP: bool = false;

/// All servers.
pub const SERVERS: [Server; 14] = [
    server("ch01", CH01, "", CostsNoThread, DOES_NOT_STOP),
    server("ch02", CH02, "--threads 2", CostsNoThread, DOES_NOT_STOP).keeps_its_turn(),
    server("ch03 abort", CH03, "--threads 8 --queue 8", worker(8, 8, TurnsItAway), DOES_NOT_STOP),
    server("ch03 caller-runs", CH03, CALLER_RUNS, worker(8, 8, ServesItItself), DOES_NOT_STOP),
    server("ch05", CH05, "--threads 50 --queue 20", worker(50, 20, TurnsItAway), STOPS),
    server("ch06 reactor", CH06, "--mode reactor --threads 4", CostsNoThread, STOPS),
    server("ch06 proactor", CH06, "--mode proactor --threads 4", CostsNoThread, STOPS),
    server("ch07 round-robin", CH07, "--assign round-robin --threads 4", CostsNoThread, STOPS),
    server("ch07 least", CH07, "--assign least-connections --threads 4", CostsNoThread, STOPS),
    server("ch08 s1", CH08, "--stage s1 --threads 4", worker(4, 0, LeavesItInTheQueue), STOPS),
    server("ch08 s2", CH08, "--stage s2 --threads 4", CostsNoThread, STOPS),
    server("ch08 s3", CH08, "--stage s3 --threads 4", CostsNoThread, STOPS),
    server("ch08 s4", CH08, "--stage s4 --threads 4", CostsNoThread, STOPS),
    server("ch08 s5", CH08, "--stage s5 --threads 4", CostsNoThread, STOPS),
];

const CALLER_RUNS: &str = "--threads 8 --queue 8 --policy caller-runs";

const fn server(
    name: &'static str,
    package: &'static str,
    flags: &'static str,
    client: Client,
    stops: bool,
) -> Server {
    Server { name, package, flags, client, gives_way: true, stops }
}

const fn worker(workers: usize, queue: usize, then: WhenFull) -> Client {
    CostsAWorker { workers, queue, then }
}

/// Clients of a crowd at the least: more than any server here has threads, unless it says so.
const CROWD: usize = 9;

impl Server {
    /// Where a connection's turn lasts as long as it has something to do.
    const fn keeps_its_turn(self) -> Server {
        Server { gives_way: false, ..self }
    }

    /// Threads that its flags ask for; 0 if they do not say.
    pub fn threads(&self) -> usize {
        let mut words = self.flags.split_whitespace().skip_while(|word| *word != "--threads");
        words.nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    /// Whether a client never keeps a thread that another one needs.
    pub fn holds_any_number(&self) -> bool {
        self.client == CostsNoThread
    }

    /// `number` clients, or as many as it can serve before one of them leaves.
    pub fn at_most(&self, number: usize) -> usize {
        match self.client {
            CostsAWorker { workers, .. } => number.min(workers),
            CostsNoThread => number,
        }
    }

    /// So many clients that a server that gives each a worker has neither a worker nor a place in
    /// its queue left, and its acceptor is busy too, if it serves clients itself.
    pub fn crowd(&self) -> usize {
        match self.client {
            CostsAWorker { workers, queue, .. } => workers + queue + 1,
            CostsNoThread => CROWD,
        }
    }
}
