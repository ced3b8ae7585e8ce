//! Who is in: the listener, the connections, the threads. The end of a server is to see them out.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ch05_two_phase_termination::in_flight::Channel;

use crate::sync::{Mutex, PoisonError};

/// Who is in. Each of them holds a guest of one of the channels, and drops it last.
#[derive(Default)]
pub struct Occupancy {
    /// Who accepts: its end is the end of accepting.
    pub accepting: Channel,
    /// The connections.
    pub connections: Channel,
    /// The threads.
    pub threads: Channel,
    /// Connections that the second order has cut.
    pub(crate) cut: Arc<AtomicU64>,
    /// What made it impossible to go on. The first error counts.
    fatal: Mutex<Option<io::Error>>,
}

impl Occupancy {
    /// Counts a connection that was cut.
    pub fn count_cut(&self) {
        self.cut.fetch_add(1, Ordering::Relaxed); // read when all have ended
    }

    /// Connections that were cut.
    pub fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Notes an error that ends the server; the caller sees to that end.
    pub fn fail(&self, error: io::Error) {
        self.fatal.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// The error that ended the server, if one did.
    pub fn failure(&self) -> Option<io::Error> {
        self.fatal.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
