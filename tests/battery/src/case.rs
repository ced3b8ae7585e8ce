//! What a case is.

use anyhow::Result;

use crate::expected::Expected;
use crate::servers::Server;
use crate::subject::Subject;

/// A behaviour of clients, and what is expected of a server that meets it.
pub struct Case {
    /// Its name, as a claim; also that of its file, in short.
    pub name: &'static str,
    /// What happens and what must follow, in one line, for the book's table.
    pub about: &'static str,
    /// Which process it is run against.
    pub against: Against,
    /// What it asks of the machine.
    pub weight: Weight,
    /// What it asks of the system.
    pub needs: Needs,
    /// What is expected of this server.
    pub expected: fn(&Server) -> Expected,
    /// Does it: an error is what a client, or the process's own figures, show to be wrong.
    pub run: fn(&mut Subject) -> Result<()>,
}

/// Which process a case is run against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The one of all gentle cases. When a case is over, nothing of its clients may be left.
    Shared,
    /// One that is started for it, with these flags beside the server's own.
    Own(&'static str),
    /// One that is started for it, and that drains for so long after a stop, if it can be stopped.
    Draining(&'static str),
}

impl Against {
    /// The flags for this server, beside its own; `None` if it is not started for the case.
    pub fn flags(self, server: &Server) -> Option<String> {
        match self {
            Against::Shared => None,
            Against::Own(flags) => Some(flags.to_owned()),
            Against::Draining(time) if server.stops => Some(format!("--drain {time}")),
            Against::Draining(_) => Some(String::new()),
        }
    }
}

/// What a case asks of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Little.
    Light,
    /// Much: one such case runs at a time.
    Heavy,
}

/// What a case asks of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Sockets.
    Nothing,
    /// Signals, to tell a process to end.
    Signals,
    /// Figures of another process: Linux's `/proc`.
    Figures,
}

impl Needs {
    /// Why a case that needs this cannot be run here.
    pub fn missing(self) -> Option<&'static str> {
        match self {
            Needs::Signals if !cfg!(unix) => Some("not run here: it needs signals"),
            Needs::Figures if !cfg!(target_os = "linux") => Some("not run here: it needs /proc"),
            _ => None,
        }
    }
}
