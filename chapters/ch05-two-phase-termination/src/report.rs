//! What a server has done, and how it ended.

use std::fmt;

use ch01_thread_per_connection::report::Report as Connections;

/// What is left at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// The connections that have ended, by outcome.
    pub connections: Connections,
    /// How the server ended.
    pub ending: Ending,
}

/// How a server ended. Every chapter from here on tells the same three apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself: the connections it was to serve have come and gone.
    Finished,
    /// It was told to, and everything in flight was finished.
    Graceful,
    /// It was told to twice, or its deadline was up: what was in flight is cut.
    Forced {
        /// Connections that were cut.
        cut: u64,
    },
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.connections, self.ending)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished => write!(f, "finished"),
            Ending::Graceful => write!(f, "stopped in good order"),
            Ending::Forced { cut } => write!(f, "stopped by force (connections cut: {cut})"),
        }
    }
}
