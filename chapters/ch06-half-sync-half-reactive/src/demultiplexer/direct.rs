//! Where the system has epoll: a wait of one system call.
//!
//! `Poller::wait` sets a timer, arms it, waits, clears the wake-up and arms that again: five calls,
//! whatever the limit. A poller is a descriptor, though, and anybody may wait on it. So this waits
//! on it directly, and calls the poller's own wait only to clear a wake-up that has come.
//!
//! Edges are asked for directly too, for the sake of one flag (`RDHUP`) that the poller cannot ask
//! for: it tells whether the peer has ended its stream, and so whether a short read was the last.

use std::io;
use std::time::Duration;

use polling::Poller;
use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, EventData, EventFlags};

use super::{Ready, Source};

/// The poller's own key: somebody has notified it.
const NOTIFIED: u64 = usize::MAX as u64;

/// What one wait has found; keeps its memory from wait to wait.
pub struct Batch {
    found: Vec<epoll::Event>,
    /// What the poller's own wait came upon while it cleared a wake-up: must not be lost.
    beside: polling::Events,
}

impl Batch {
    /// Room for `capacity` events a wait; those that find none are told of by the next wait.
    pub fn with_capacity(capacity: usize) -> Batch {
        let beside = polling::Events::with_capacity(capacity.try_into().expect("at least one"));
        Batch { found: Vec::with_capacity(capacity), beside }
    }

    pub(super) fn fill(&mut self, poller: &Poller, limit: Option<Duration>) -> io::Result<()> {
        self.found.clear();
        self.beside.clear();
        let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
        epoll::wait(poller, spare_capacity(&mut self.found), limit.as_ref())?;
        if self.found.iter().any(|event| event.data.u64() == NOTIFIED) {
            poller.wait(&mut self.beside, Some(Duration::ZERO))?;
        }
        Ok(())
    }

    /// The events, each key once at most for a source that is not re-armed meanwhile.
    pub fn iter(&self) -> impl Iterator<Item = Ready> + '_ {
        let found = self.found.iter().filter(|event| event.data.u64() != NOTIFIED).map(ready);
        found.chain(self.beside.iter().map(|event| Ready {
            key: event.key,
            readable: event.readable,
            writable: event.writable,
            ends: true, // the poller does not say
        }))
    }
}

fn ready(event: &epoll::Event) -> Ready {
    let flags = event.flags;
    let broken = flags.intersects(EventFlags::HUP | EventFlags::ERR);
    Ready {
        key: event.data.u64() as usize,
        readable: broken || flags.intersects(EventFlags::IN | EventFlags::RDHUP),
        writable: broken || flags.contains(EventFlags::OUT),
        ends: broken || flags.contains(EventFlags::RDHUP),
    }
}

/// Watches a source for edges of all kinds; `false` means that the poller itself is to do it.
pub(super) fn watch_edges(poller: &Poller, source: &impl Source, key: usize) -> io::Result<bool> {
    let edges = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
    epoll::add(poller, source.source(), EventData::new_u64(key as u64), edges)?;
    Ok(true)
}
