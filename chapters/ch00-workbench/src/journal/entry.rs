//! One line of the journal: when, which thread, and what it did.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Time since the journal's first entry.
    pub at: Duration,
    /// The thread that wrote the entry, by its name: role and number, as in `connection-3`.
    pub thread: Arc<str>,
    /// What happened.
    pub what: What,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// From now on the thread is in this state, until its next state or its end.
    State(String),
    /// The thread says something; its state stays as it was.
    Message(String),
    /// The thread ends here.
    End,
}

impl fmt::Display for Entry {
    /// Writes `thread: [state]`, `thread: message` or `thread: [ended]`, without the time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::State(state) => write!(f, "{}: [{state}]", self.thread),
            What::Message(text) => write!(f, "{}: {text}", self.thread),
            What::End => write!(f, "{}: [ended]", self.thread),
        }
    }
}
