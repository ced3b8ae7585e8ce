//! One connection: a registered stream, its exchange, and its page in the ledger.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use ch01_thread_per_connection::ledger::Page;
use ch01_thread_per_connection::report::Outcome;

use crate::demultiplexer::{Interest, Ready, Registered};
use crate::direct_stream::Direct;
use crate::exchange::{Exchange, Turn};
use crate::out_buffer::WaterMarks;

/// A connection as a value: whoever has it, serves it. Dropped without [`Connection::close`], it
/// counts as panicked or refused (see [`Page`]).
pub struct Connection {
    number: u64,
    stream: Registered<TcpStream>,
    exchange: Exchange,
    /// When the client was last heard of, or took what it is owed.
    last_active: Instant,
    page: Page,
}

impl Connection {
    /// A connection that has just been accepted, the `number`th, and registered.
    pub fn new(
        number: u64,
        stream: Registered<TcpStream>,
        marks: WaterMarks,
        page: Page,
        now: Instant,
    ) -> Connection {
        // As in chapter 1: an answer leaves at once. Fails where the client is gone already.
        let _ = stream.set_nodelay(true);
        Connection { number, stream, exchange: Exchange::new(marks), last_active: now, page }
    }

    /// Its number, from 1, in the order of acceptance.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The key under which it is registered.
    pub fn key(&self) -> usize {
        self.stream.key()
    }

    /// Takes note of an event; a [turn](Connection::turn) acts on it.
    pub fn note(&mut self, ready: Ready, now: Instant) {
        self.last_active = now;
        self.exchange.note(ready);
    }

    /// The client is quiet from now on, at the earliest: its answer has just been sent.
    pub fn touch(&mut self, now: Instant) {
        self.last_active = now;
    }

    /// Bytes that the client is owed and that its socket does not take.
    pub fn owed(&self) -> usize {
        self.exchange.owed()
    }

    /// See [`Exchange::lingers`].
    pub fn lingers(&self) -> bool {
        self.exchange.lingers()
    }

    /// Serves the client as far as that needs no waiting, `budget` reads at most; `answer` is
    /// called with what each brings, before it is sent back.
    ///
    /// # Errors
    /// Of the stream, or of `answer`, if there is none: close with [`Outcome::Broken`].
    pub fn turn(
        &mut self,
        scratch: &mut [u8],
        budget: usize,
        answer: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<Turn> {
        self.exchange.turn(Direct(&self.stream), scratch, budget, answer)
    }

    /// Has the connection end as soon as it owes nothing: see [`Exchange::finish`].
    pub fn finish(&mut self) {
        self.exchange.finish();
    }

    /// See [`Registered::rearm`].
    ///
    /// # Errors
    /// What the system says.
    pub fn rearm(&self, interest: Interest) -> io::Result<()> {
        self.stream.rearm(interest)
    }

    /// The exchange and the stream, for those who read, answer and write in steps of their own.
    pub fn parts(&mut self) -> (&mut Exchange, &TcpStream) {
        (&mut self.exchange, &self.stream)
    }

    /// Whether the client has been quiet for `limit`.
    pub fn is_idle(&self, limit: Duration, now: Instant) -> bool {
        now.saturating_duration_since(self.last_active) >= limit
    }

    /// Ends a connection whose exchange has ended well.
    pub fn end(self) {
        let bytes = self.exchange.bytes();
        self.close(Outcome::Served { bytes });
    }

    /// Closes the stream, then the page: whoever reads of the end finds nothing of it left.
    pub fn close(self, outcome: Outcome) {
        let Connection { stream, page, .. } = self;
        drop(stream);
        page.close(outcome);
    }
}
