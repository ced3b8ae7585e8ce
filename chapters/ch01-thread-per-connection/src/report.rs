//! What a server has done, in numbers.

use std::fmt;

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The client ended it, and has got back all it sent.
    Served {
        /// Bytes echoed.
        bytes: u64,
    },
    /// The stream failed: a reset, say.
    Broken,
    /// The thread that served it panicked.
    Panicked,
    /// There was no thread for it.
    Refused,
}

/// The sum of a server's work: each connection is counted once, under its outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Connections that the client ended in good order.
    pub served: u64,
    /// Connections that broke, by a reset for instance.
    pub broken: u64,
    /// Connections whose thread panicked.
    pub panicked: u64,
    /// Connections dropped because no thread was to be had.
    pub refused: u64,
    /// Bytes echoed to connections that ended in good order.
    pub bytes: u64,
    /// Failed calls of accept, none of which cost a connection.
    pub accept_errors: u64,
}

impl Report {
    pub(crate) fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Served { bytes } => {
                self.served += 1;
                self.bytes += bytes;
            }
            Outcome::Broken => self.broken += 1,
            Outcome::Panicked => self.panicked += 1,
            Outcome::Refused => self.refused += 1,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { served, broken, panicked, refused, bytes, accept_errors } = self;
        write!(
            f,
            "{served} served ({bytes} bytes), {broken} broken, {panicked} panicked, \
             {refused} refused, {accept_errors} accept errors"
        )
    }
}
