//! How an exchange ends, when the server wants it to: chapter 5's good order, without a wait.

use std::io;

use super::{Exchange, Stream, Turn};
use crate::demultiplexer::Interest;

/// Bytes read at most after [`Exchange::finish`], as in chapter 5: more than a socket's receive
/// buffer holds. Without a bound, a client that sends without end would never see its own.
pub(super) const LAST_BYTES: u64 = 8 * 1024 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Both talk.
    Open,
    /// The server wants to end: answers what has arrived, then says goodbye.
    Finishing,
    /// The server has said goodbye, and waits for the client's own end. What it still sends is
    /// thrown away.
    Lingering,
    /// The client has ended its half; it is still owed what the buffer holds.
    ClientEnded,
}

impl Exchange {
    /// From now on: answer what the client has sent, then end. A later turn does so.
    pub fn finish(&mut self) {
        if self.phase == Phase::Open {
            self.phase = Phase::Finishing;
            // What has arrived may not have been told of yet: look.
            self.ready.look_again();
        }
    }

    /// Whether the server has said goodbye and waits for the client to do the same. How long it does
    /// is for the caller to say.
    pub fn lingers(&self) -> bool {
        self.phase == Phase::Lingering
    }

    /// What to do when there is nothing to read for now, or too much is owed.
    ///
    /// # Errors
    /// Of the stream, if it is time for a goodbye.
    pub fn next<S: Stream>(&mut self, stream: &mut S) -> io::Result<Turn> {
        let owes = !self.out.is_empty();
        let answered = !self.ready.read || self.last_bytes > LAST_BYTES;
        if self.phase == Phase::Finishing && answered && !owes {
            stream.say_goodbye()?;
            self.phase = Phase::Lingering;
            self.last_bytes = 0;
        }
        if self.phase == Phase::ClientEnded && !owes {
            return Ok(Turn::Ended);
        }
        if self.wants_to_read() {
            return Ok(Turn::More);
        }
        Ok(Turn::Wait(Interest { read: self.listens(), write: owes }))
    }
}
