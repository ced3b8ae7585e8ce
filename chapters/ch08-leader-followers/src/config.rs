//! How a server is to work.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::accept::{Verdict, verdict};
use ch01_thread_per_connection::spawn::{OsThreads, Spawn};
use ch06_half_sync_half_reactive::acceptor::Watched;
use ch06_half_sync_half_reactive::out_buffer::WaterMarks;
use clap::ValueEnum;

use crate::s3::{Fifo, Lifo, Priority, PromotionPolicy};
use crate::s5::lease::TICK;

/// Threads, unless told otherwise.
pub const THREADS: usize = 4;

/// How long what is in flight may take after a stop, unless told otherwise: chapter 5's time.
pub const DRAIN: Duration = Duration::from_secs(5);

/// How long a client may take no byte of what it is owed, unless told otherwise.
pub const WRITE_DEADLINE: Duration = Duration::from_secs(10);

/// How long a thread beyond [`Config::threads`] may follow without being needed.
pub const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The pattern in the making: each stage adds what the one before it lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// Leadership is a lock around accept
    S1,
    /// A thread set, one event for each leadership
    S2,
    /// Promotion policies, vacancy as state, event hand-off
    S3,
    /// Threads that come when they are needed and go when they are not
    #[default]
    S4,
    /// The leader works under a lease
    S5,
}

/// Which follower is promoted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Who has followed longest
    #[default]
    Fifo,
    /// Who has followed shortest: its cache is warm
    Lifo,
    /// Who has the smallest number
    Priority,
}

impl Policy {
    /// The strategy of this name.
    pub fn strategy(self) -> Box<dyn PromotionPolicy> {
        match self {
            Policy::Fifo => Box::new(Fifo),
            Policy::Lifo => Box::new(Lifo),
            Policy::Priority => Box::new(Priority),
        }
    }
}

/// Called with a request, on the thread that processes it.
pub type Request = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// Puts something between the server and its listener.
pub type Between = Arc<dyn Fn(Box<dyn Watched>) -> Box<dyn Watched> + Send + Sync>;

/// How a server is to work.
#[derive(Clone)]
pub struct Config {
    /// Which stage of the pattern serves.
    pub stage: Stage,
    /// Where the threads note their states.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Accept this many connections, serve them to their ends, and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Connections at once; further clients wait in the listener's queue. `None`: no limit. In
    /// stage 1 it is the number of threads.
    pub max_connections: Option<usize>,
    /// Threads that are always there.
    pub threads: usize,
    /// Threads at most, in stage 4; with fewer than [`Config::threads`], that many.
    pub max_threads: usize,
    /// How long a thread beyond [`Config::threads`] may follow without being needed.
    pub keep_alive: Duration,
    /// Which follower is promoted, in stages 3 and 4.
    pub policy: Policy,
    /// Makes the strategy of that name; another one than the chapter's own, if you like.
    pub strategy: fn(Policy) -> Box<dyn PromotionPolicy>,
    /// The leader hands events to followers and leads on, as long as anybody follows; in stages 3
    /// and 4.
    pub hand_off: bool,
    /// Handlers that will take long say so, and the leader lets go before it runs them; in stage 5,
    /// where it finds that out by itself if they do not.
    pub declared: bool,
    /// How long the leader may take for an event before a follower deposes it: from one to two of
    /// these; in stage 5.
    pub tick: Duration,
    /// The leader looks for events a little longer before it sleeps; in stage 5.
    pub spin: bool,
    /// How long what is in flight may take after a stop.
    pub drain: Duration,
    /// How long a client may be silent, from stage 2 on; `None`: as long as it likes.
    pub idle: Option<Duration>,
    /// How long a client may take no byte of what it is owed.
    pub write_deadline: Duration,
    /// When to stop reading from a client that does not read, and when to go on.
    pub marks: WaterMarks,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
    /// Called with each request before the work, from stage 2 on: to watch a run, and in tests to
    /// disturb it.
    pub request: Request,
    /// Puts something between the server and its listener, from stage 2 on: in tests, what fails
    /// when told to.
    pub listener: Between,
    /// Where threads come from.
    pub spawn: Arc<dyn Spawn>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            stage: Stage::default(),
            journal: Journal::off(),
            work: Work::None,
            connections: None,
            max_connections: None,
            threads: THREADS,
            max_threads: THREADS,
            keep_alive: KEEP_ALIVE,
            policy: Policy::default(),
            strategy: Policy::strategy,
            hand_off: false,
            declared: true,
            tick: TICK,
            spin: false,
            drain: DRAIN,
            idle: None,
            write_deadline: WRITE_DEADLINE,
            marks: WaterMarks::default(),
            verdict,
            request: Arc::new(|_| ()),
            listener: Arc::new(|listener| listener),
            spawn: Arc::new(OsThreads::default()),
        }
    }
}
