//! How a client's connection may fail.

use std::fmt;
use std::io;

/// What a connection failed by. Each costs the connection: its client does not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It could not be made.
    Connect,
    /// A byte came back that was not sent.
    Corrupt,
    /// More came back than was sent.
    Surplus,
    /// The server ended it before all was answered.
    EndedEarly,
    /// The system reported an error: a reset, for example.
    Broken,
    /// Nothing came for as long as the plan's `stall` says.
    Stalled,
    /// Everything was answered, but the server did not end after the client's half-close.
    NotEnded,
}

impl Kind {
    /// One word, for machines to read.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Connect => "connect",
            Kind::Corrupt => "corrupt",
            Kind::Surplus => "surplus",
            Kind::EndedEarly => "ended_early",
            Kind::Broken => "broken",
            Kind::Stalled => "stalled",
            Kind::NotEnded => "not_ended",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Connect => "could not connect",
            Kind::Corrupt => "wrong bytes",
            Kind::Surplus => "more bytes than were sent",
            Kind::EndedEarly => "ended too early",
            Kind::Broken => "broken",
            Kind::Stalled => "stalled",
            Kind::NotEnded => "not ended after the half-close",
        })
    }
}

/// One connection's failure, with what is known of it.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What it failed by.
    pub kind: Kind,
    /// The details, as a reader wants them.
    pub detail: String,
}

impl Failure {
    /// An error that the system reported.
    pub fn broken(error: &io::Error) -> Failure {
        Failure { kind: Kind::Broken, detail: error.to_string() }
    }
}
