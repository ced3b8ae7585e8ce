//! Accepting without ever waiting: chapter 1's accept loop, turned inside out.
//!
//! The loop waits in three places: for a client, for better times after an error, and for the room
//! that a limit leaves. Here nobody waits. [`Acceptor::accept`] says when there is nothing more for
//! now, and whoever calls it comes back on an event, when [`Acceptor::resume_at`] is due, or when
//! there is room again.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Instant;

use ch00_workbench::Journal;
use ch01_thread_per_connection::accept::{Accept, Backoff, Verdict};
use ch01_thread_per_connection::ledger::Ledger;

use crate::demultiplexer::{Interest, Registered};

/// Failures in a row, none of them a reason to pause, after which it pauses all the same: whoever
/// calls has other clients to serve.
const FAILURES_A_CALL: usize = 64;

/// A listener that is watched for clients, or in tests something that fails when told to.
pub trait Watched: Accept {
    /// Has the next client told of, by an event.
    ///
    /// # Errors
    /// What the system says.
    fn watch(&self) -> io::Result<()>;
}

impl Accept for Registered<TcpListener> {
    fn accept(&self) -> io::Result<TcpStream> {
        TcpListener::accept(self).map(|(stream, _)| stream)
    }
}

impl Watched for Registered<TcpListener> {
    fn watch(&self) -> io::Result<()> {
        self.rearm(Interest::READ)
    }
}

/// Accepts connections, and bears with errors.
pub struct Acceptor {
    listener: Box<dyn Watched>,
    journal: Journal,
    verdict: fn(&io::Error) -> Verdict,
    ledger: Arc<Ledger>,
    backoff: Backoff,
    accepted: u64,
    /// After an error that wants a pause: when to try again.
    resume_at: Option<Instant>,
}

impl Acceptor {
    /// Accepts from `listener`, which must be non-blocking and watched already. `verdict` says what
    /// an error means, and `ledger` counts them.
    pub fn new(
        listener: Box<dyn Watched>,
        journal: Journal,
        verdict: fn(&io::Error) -> Verdict,
        ledger: Arc<Ledger>,
    ) -> Acceptor {
        let (backoff, accepted, resume_at) = (Backoff::default(), 0, None);
        Acceptor { listener, journal, verdict, ledger, backoff, accepted, resume_at }
    }

    /// The next client that waits, non-blocking, with its number from 1. `None`: nothing more for
    /// now; an event will tell of the next one, unless [`Acceptor::resume_at`] says when to look.
    ///
    /// Call it until it says `None`: the event that told of one client may have stood for many.
    ///
    /// # Errors
    /// An accept error whose verdict is [`Verdict::Fatal`].
    // ANCHOR: accept
    pub fn accept(&mut self, now: Instant) -> io::Result<Option<(u64, TcpStream)>> {
        if self.resume_at.is_some_and(|time| now < time) {
            return Ok(None);
        }
        self.resume_at = None;
        for _ in 0..FAILURES_A_CALL {
            match self.listener.accept() {
                Ok(stream) => match stream.set_nonblocking(true) {
                    Ok(()) => {
                        self.accepted += 1;
                        self.backoff.reset();
                        return Ok(Some((self.accepted, stream)));
                    }
                    // One that would block its thread is of no use. It goes, the others come.
                    Err(error) => self.goes_on_after(&error),
                },
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.listener.watch()?;
                    return Ok(None);
                }
                Err(error) => match (self.verdict)(&error) {
                    Verdict::Retry => self.goes_on_after(&error),
                    Verdict::BackOff => {
                        self.ledger.accept_failed();
                        self.pause(now, &error);
                        return Ok(None);
                    }
                    Verdict::Fatal => {
                        self.ledger.accept_failed();
                        return Err(error);
                    }
                },
            }
        }
        self.pause(now, &"nothing but failures");
        Ok(None)
    }
    // ANCHOR_END: accept

    fn goes_on_after(&self, error: &io::Error) {
        self.ledger.accept_failed();
        self.journal.say(|| format!("accept: {error}; goes on"));
    }

    fn pause(&mut self, now: Instant, reason: &dyn Display) {
        let pause = self.backoff.next_pause();
        self.journal.say(|| format!("accept: {reason}; pauses {pause:?}"));
        self.resume_at = Some(now + pause);
    }

    /// Connections accepted so far.
    pub fn accepted(&self) -> u64 {
        self.accepted
    }

    /// When to call [`Acceptor::accept`] again without an event. The listener is not watched
    /// meanwhile: the client that could not be accepted would be told of for ever.
    pub fn resume_at(&self) -> Option<Instant> {
        self.resume_at
    }
}

#[cfg(test)]
mod tests;
