//! How a server is to work.

use std::io;
use std::net::TcpListener;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::accept::{Verdict, verdict};
use ch01_thread_per_connection::spawn::{OsThreads, Spawn};
use ch05_two_phase_termination::server::DRAIN;

use crate::acceptor::Watched;
use crate::demultiplexer::Registered;
use crate::mode::Mode;
use crate::out_buffer::WaterMarks;
use crate::reactor::Limits;

/// How a server is to work.
pub struct Config {
    /// Where the reactor and the workers note what they do.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Who reads and writes.
    pub mode: Mode,
    /// Workers.
    pub threads: usize,
    /// Tasks that may wait for a worker.
    pub queue: usize,
    /// Tasks that a worker takes at a time, at most.
    pub batch: usize,
    /// What the reactor keeps to.
    pub limits: Limits,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
    /// What stands between the listener and the acceptor: nothing, or in tests something that fails
    /// when told to.
    pub watched: Box<dyn Fn(Registered<TcpListener>) -> Box<dyn Watched> + Send>,
    /// Use the learner's completions (exercise 6.3): for [`Mode::Proactor`] only.
    pub yours: bool,
    /// Where workers come from.
    pub spawn: Box<dyn Spawn>,
}

impl Default for Config {
    fn default() -> Config {
        let limits = Limits {
            connections: None,
            max_connections: 100_000,
            idle: None,
            drain: DRAIN,
            marks: WaterMarks::default(),
        };
        Config {
            journal: Journal::off(),
            work: Work::None,
            mode: Mode::default(),
            threads: 2,
            queue: 1024,
            batch: 64,
            limits,
            verdict,
            watched: Box::new(|listener| Box::new(listener)),
            yours: false,
            spawn: Box::new(OsThreads::default()),
        }
    }
}
