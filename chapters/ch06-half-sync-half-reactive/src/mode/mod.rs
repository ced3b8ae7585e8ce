//! What the two modes do differently; all the rest of the server is the same for both.
//!
//! Read [`reactor`] and [`proactor`] side by side: they answer the same questions. What does
//! the reactor do with a connection that is ready? What does a worker do? And what does the reactor
//! do with what comes back?

pub mod proactor;
pub mod reactor;

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use ch01_thread_per_connection::report::Outcome;

use crate::connection::Connection;
use crate::demultiplexer::{Demultiplexer, Trigger};
use crate::desk::Desk;

/// Who reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The workers: they are told that a connection is *ready*.
    #[default]
    Reactor,
    /// The reactor: workers are given what was read, and give back what is to be written. To them,
    /// it looks as if the system had done the reading and the writing: a *simulated* proactor.
    Proactor,
}

/// A connection's place in the reactor's table.
pub struct Seat {
    /// The connection; `None` while a worker has it.
    pub connection: Option<Box<Connection>>,
    /// A worker has it, or its last request. Nothing else is to be done meanwhile: that keeps the
    /// order of answers.
    pub busy: bool,
    /// Its key is in the reactor's list of those that have something to do.
    pub listed: bool,
    /// It was told to finish.
    pub finishing: bool,
}

/// What came of the reactor's visit to a seat.
pub enum Visit<T> {
    /// There is work for a worker.
    Task(T),
    /// Nothing to do until something happens.
    Rests,
    /// There is more to do for the reactor itself; others come first.
    Again,
    /// The connection has ended, and is closed.
    Ended,
    /// The same, because the second order has cut its work short.
    Cut,
}

/// The answers.
pub trait Style: Default {
    /// What a task is, in the journal; a connection's number follows.
    const TASK: &'static str;

    /// How connections are watched.
    fn trigger(demultiplexer: &Demultiplexer) -> Trigger;

    /// What goes to the workers, through the queue.
    type Task: Send + 'static;
    /// What comes back, through the completions.
    type Done: Send + 'static;

    /// The reactor visits a seat that is not busy and has something to do.
    fn visit(&mut self, seat: &mut Seat, scratch: &mut [u8]) -> Visit<Self::Task>;

    /// A worker does tasks, in their order. None of them may be left, and a panic in one must
    /// concern that one only.
    fn work(tasks: &mut Vec<Self::Task>, desk: &Desk<Self::Done>, scratch: &mut [u8]);

    /// Whose seat is concerned by what came back.
    fn key(done: &Self::Done) -> usize;

    /// The reactor takes up what came back. The seat is there: nobody removes it while it is busy.
    fn back(&mut self, done: Self::Done, seat: &mut Seat) -> Visit<Self::Task>;

    /// Ends what no worker will do any more.
    fn discard(tasks: VecDeque<Self::Task>);
}

impl Seat {
    /// The seat of a connection that has just come.
    pub fn new(connection: Connection) -> Seat {
        let connection = Some(Box::new(connection));
        Seat { connection, busy: false, listed: false, finishing: false }
    }

    /// Ends the connection, if it is here.
    pub fn close(self, outcome: Outcome) {
        if let Some(connection) = self.connection {
            connection.close(outcome);
        }
    }
}

impl FromStr for Mode {
    type Err = String;

    /// Reads `reactor` or `proactor`.
    fn from_str(text: &str) -> Result<Mode, String> {
        match text {
            "reactor" => Ok(Mode::Reactor),
            "proactor" => Ok(Mode::Proactor),
            _ => Err("write reactor or proactor".to_owned()),
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Reactor => "reactor",
            Mode::Proactor => "proactor",
        })
    }
}
