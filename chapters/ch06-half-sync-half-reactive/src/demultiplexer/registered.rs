//! A source that is being watched. The only file of the course that needs `unsafe`, and why it may.
//!
//! `Poller::add` is unsafe because the poller keeps the source's raw handle: a source dropped
//! without `delete` leaves a handle behind that may by then mean another socket. Here the source is
//! *owned*, nobody can get it out or put another in its place, and it is deleted before it goes.

#![allow(unsafe_code)]

use std::io;
use std::net::{TcpListener, TcpStream};
use std::ops::Deref;
use std::sync::Arc;

use polling::{AsSource, Event, PollMode, Poller};

use super::{Interest, Trigger, system};

/// What can be registered: the sockets of std, whose handle stays the same while they live.
pub trait Source: AsSource + sealed::Sealed {}

impl Source for TcpStream {}
impl Source for TcpListener {}

mod sealed {
    /// Keeps foreign types out: one whose handle changed would be watched under a false one.
    pub trait Sealed {}
    impl Sealed for std::net::TcpStream {}
    impl Sealed for std::net::TcpListener {}
}

/// A source and its registration. Dropping it ends the registration, then closes the source.
pub struct Registered<S: Source> {
    source: S,
    poller: Arc<Poller>,
    key: usize,
    mode: PollMode,
}

impl<S: Source> Registered<S> {
    pub(super) fn new(
        poller: &Arc<Poller>,
        source: S,
        key: usize,
        interest: Interest,
        trigger: Trigger,
    ) -> io::Result<Registered<S>> {
        let mode = match trigger {
            Trigger::Oneshot => PollMode::Oneshot,
            Trigger::Persistent if poller.supports_edge() => PollMode::Edge,
            Trigger::Persistent => PollMode::Level,
        };
        // Where edges tell of everything new, everything is asked for, once and for all.
        let interest = match mode {
            PollMode::Edge => Interest { read: true, write: true },
            _ => interest,
        };
        if mode != PollMode::Edge || !system::watch_edges(poller, &source, key)? {
            // SAFETY: `add` asks that the source be deleted from this poller before it is dropped.
            // From here on `source` is owned by the `Registered` below. No method gives it away or
            // lends it mutably, its handle cannot change (`Source` is sealed), and `Drop` deletes it
            // from the same poller, which the `Arc` keeps alive, before the field is dropped. A
            // `Registered` that is leaked is never dropped, and neither is its source.
            unsafe { poller.add_with_mode(&source.source(), event(key, interest), mode)? };
        }
        Ok(Registered { source, poller: Arc::clone(poller), key, mode })
    }

    /// The key under which events come.
    pub fn key(&self) -> usize {
        self.key
    }

    /// Watches for `interest` from now on. A source that is [`Trigger::Oneshot`] is given out of
    /// the caller's hands by this: the next event may reach another thread before it returns.
    /// With [`Trigger::Persistent`] this is free where the system tells of edges.
    ///
    /// # Errors
    /// What the system says.
    pub fn rearm(&self, interest: Interest) -> io::Result<()> {
        match self.mode {
            PollMode::Edge => Ok(()),
            mode => {
                let watched = event(self.key, interest);
                self.poller.modify_with_mode(self.source.source(), watched, mode)
            }
        }
    }
}

impl<S: Source> Deref for Registered<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.source
    }
}

impl<S: Source> Drop for Registered<S> {
    fn drop(&mut self) {
        // It fails only for a source that is not registered, and this one is.
        let _ = self.poller.delete(self.source.source());
    }
}

fn event(key: usize, interest: Interest) -> Event {
    Event::new(key, interest.read, interest.write)
}
