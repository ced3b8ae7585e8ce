//! One client: a connection, and how far its message is.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use super::failure::{Failure, Kind};
use super::pattern::Pattern;

/// One client. It has at most one message under way.
pub struct Connection {
    stream: TcpStream,
    number: usize,
    /// Where its message begins in the pattern.
    place: usize,
    /// Bytes of the message that are sent, and that have come back.
    sent: usize,
    received: usize,
    /// Whether the system takes no more of the message for now.
    pub blocked: bool,
    /// Whether a message is under way.
    pub busy: bool,
    /// When the message should have been sent: in a closed loop, when it was.
    pub due: Instant,
    /// When it was sent.
    pub began: Instant,
    /// The last sign of the server.
    pub heard: Instant,
    /// Messages answered since the measurement began.
    pub answered: u64,
    /// Open loop: messages whose time has come while another was under way.
    pub owed: u64,
}

/// What a look at a connection has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing more for now.
    Waits,
    /// There is more to send than the system takes: go on when it is writable.
    Blocked,
    /// The message has come back, whole and right.
    Answered,
}

impl Connection {
    /// The client with this `number`, over a connection that does not block.
    pub fn new(stream: TcpStream, number: usize, now: Instant) -> Connection {
        Connection {
            stream,
            number,
            place: Pattern::first(number),
            sent: 0,
            received: 0,
            blocked: false,
            busy: false,
            due: now,
            began: now,
            heard: now,
            answered: 0,
            owed: 0,
        }
    }

    /// The connection itself.
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Bytes of the message that have come back.
    pub fn received(&self) -> usize {
        self.received
    }

    /// Begins the next message, which should have been sent when it was `due`.
    ///
    /// # Errors
    /// If the connection is broken.
    pub fn begin(
        &mut self,
        pattern: &Pattern,
        due: Instant,
        now: Instant,
    ) -> Result<Progress, Failure> {
        (self.sent, self.received, self.busy) = (0, 0, true);
        (self.due, self.began, self.heard) = (due, now, now);
        self.place = Pattern::next(self.place);
        self.send(pattern)
    }

    /// Sends as much as the system takes.
    fn send(&mut self, pattern: &Pattern) -> Result<Progress, Failure> {
        let message = pattern.message(self.place);
        while self.sent < message.len() {
            match self.stream.write(&message[self.sent..]) {
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Ok(Progress::Blocked);
                }
                Err(error) => return Err(Failure::broken(&error)),
            }
        }
        Ok(Progress::Waits)
    }

    /// Looks at a connection that has become readable or writable. `ended`: the system has said
    /// that the server sends nothing after what is there.
    ///
    /// # Errors
    /// If the connection has failed.
    pub fn look(
        &mut self,
        pattern: &Pattern,
        scratch: &mut [u8],
        ended: bool,
    ) -> Result<Progress, Failure> {
        let mut progress = Progress::Waits;
        loop {
            if self.busy && self.sent < pattern.payload() {
                progress = self.send(pattern)?;
            }
            let count = match self.stream.read(scratch) {
                Ok(0) => return Err(self.ended_early(pattern)),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(progress),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::broken(&error)),
            };
            self.check(pattern, &scratch[..count])?;
            let answered = self.received == pattern.payload();
            self.busy &= !answered;
            // A connection that the server has ended is read to its end, so that this is noticed.
            if answered && !ended {
                return Ok(Progress::Answered);
            }
            // Less than there was room for: that was all, until the system says otherwise.
            if count < scratch.len() && !ended {
                return Ok(progress);
            }
        }
    }

    /// After the half-close: whether the server has ended its side too.
    ///
    /// # Errors
    /// If the connection breaks, or something comes that nobody waits for.
    pub fn ends(&mut self, scratch: &mut [u8]) -> Result<bool, Failure> {
        match self.stream.read(scratch) {
            Ok(0) => Ok(true),
            Ok(count) => {
                Err(self.failure(Kind::Surplus, format!("{count} bytes came after the half-close")))
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock) => Ok(false),
            Err(error) => Err(Failure::broken(&error)),
        }
    }

    /// Compares what came with what was sent.
    fn check(&mut self, pattern: &Pattern, got: &[u8]) -> Result<(), Failure> {
        let outstanding = if self.busy { self.sent - self.received } else { 0 };
        if got.len() > outstanding {
            let surplus = got.len() - outstanding;
            return Err(self.failure(Kind::Surplus, format!("{surplus} bytes too many came")));
        }
        let expected = &pattern.message(self.place)[self.received..self.received + got.len()];
        if got != expected {
            let at = got.iter().zip(expected).position(|(got, sent)| got != sent);
            let at = at.expect("they differ somewhere");
            let (came, sent, byte) = (got[at], expected[at], self.received + at);
            let detail =
                format!("byte {byte} was sent as {sent:#04x} and came back as {came:#04x}");
            return Err(self.failure(Kind::Corrupt, detail));
        }
        self.received += got.len();
        Ok(())
    }

    fn ended_early(&self, pattern: &Pattern) -> Failure {
        let (received, payload) = (self.received, pattern.payload());
        let how = match self.busy {
            true => format!("after {received} of {payload} bytes of an answer"),
            false => "between two messages".to_owned(),
        };
        self.failure(Kind::EndedEarly, format!("the server ended it {how}"))
    }

    /// That nothing has come for too long.
    pub fn stalled(&self, pattern: &Pattern) -> Failure {
        let (sent, received, payload) = (self.sent, self.received, pattern.payload());
        let detail = format!("{received} bytes of {payload} came back, {sent} were sent");
        self.failure(Kind::Stalled, detail)
    }

    /// A failure, with the client and its message named.
    pub fn failure(&self, kind: Kind, detail: String) -> Failure {
        let (client, message) = (self.number, self.answered + 1);
        Failure { kind, detail: format!("client {client}, message {message}: {detail}") }
    }
}
