//! Where the system has no epoll: the poller's own wait.

use std::io;
use std::time::Duration;

use polling::{Events, Poller};

use super::{Ready, Source};

/// What one wait has found; keeps its memory from wait to wait.
pub struct Batch {
    found: Events,
}

impl Batch {
    /// Room for `capacity` events a wait; those that find none are told of by the next wait.
    pub fn with_capacity(capacity: usize) -> Batch {
        Batch { found: Events::with_capacity(capacity.try_into().expect("at least one")) }
    }

    pub(super) fn fill(&mut self, poller: &Poller, limit: Option<Duration>) -> io::Result<()> {
        self.found.clear();
        poller.wait(&mut self.found, limit).map(drop)
    }

    /// The events, each key once at most for a source that is not re-armed meanwhile.
    pub fn iter(&self) -> impl Iterator<Item = Ready> + '_ {
        self.found.iter().map(|event| Ready {
            key: event.key,
            readable: event.readable,
            writable: event.writable,
            ends: true, // not told here: read until there is nothing
        })
    }
}

/// The poller itself is to watch the source.
pub(super) fn watch_edges(_: &Poller, _: &impl Source, _key: usize) -> io::Result<bool> {
    Ok(false)
}
