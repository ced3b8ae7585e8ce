//! One client's exchange, when nobody may block for it.
//!
//! Chapter 1's echo loop stops in the middle of a read or a write and goes on there later: its
//! stack remembers where it was. A thread that serves many clients cannot stop for one, so what the
//! stack remembered becomes a value: this one. It is told what the socket is ready for, does as much
//! as can be done, and says what to wait for.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};

use crate::demultiplexer::{Interest, Ready};
use crate::out_buffer::{OutBuffer, WaterMarks};

/// The size of the buffers that servers read into, in bytes: one a thread, not one a connection.
pub const SCRATCH: usize = 16 * 1024;

/// Bytes read at most after [`Exchange::finish`], as in chapter 5: more than a socket's receive
/// buffer holds. Without a bound, a client that sends without end would never see its own.
const LAST_BYTES: u64 = 8 * 1024 * 1024;

/// A stream that can end its own half. Implemented for `&TcpStream`, non-blocking.
pub trait Stream: Read + Write {
    /// Says that no more bytes will follow.
    ///
    /// # Errors
    /// What the system says.
    fn say_goodbye(&mut self) -> io::Result<()>;
}

impl Stream for &TcpStream {
    fn say_goodbye(&mut self) -> io::Result<()> {
        self.shutdown(Shutdown::Write)
    }
}

/// What is to happen with an exchange next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// All that could be done is done: wait for this.
    Wait(Interest),
    /// There may be more to do at once; others come first.
    More,
    /// Both sides have ended in good order: close the stream.
    Ended,
}

/// What a read has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Got {
    /// So many bytes, to be answered.
    Bytes(usize),
    /// Bytes that nobody will answer any more.
    Discarded,
    /// Nothing for now.
    Nothing,
    /// Nothing, and nothing will follow.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
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

/// The state of an echo between two visits of a thread.
#[derive(Debug)]
pub struct Exchange {
    out: OutBuffer,
    phase: Phase,
    /// A read may bring something. Stays set until a read proves otherwise: the demultiplexer may
    /// tell of an event only once.
    may_read: bool,
    /// A write may get through; the same holds.
    may_write: bool,
    /// The client may have ended behind what is there to read: see [`Ready::ends`].
    may_end: bool,
    bytes: u64,
    /// Bytes read since [`Exchange::finish`].
    last_bytes: u64,
}

impl Exchange {
    /// A new client's exchange. It may have sent already, and there is room to write.
    pub fn new(marks: WaterMarks) -> Exchange {
        let (may_read, may_write, may_end) = (true, true, true);
        let (phase, out) = (Phase::Open, OutBuffer::new(marks));
        Exchange { out, phase, may_read, may_write, may_end, bytes: 0, last_bytes: 0 }
    }

    /// Bytes that the client has sent and that were taken up for an answer.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes that the client is owed and that its socket does not take.
    pub fn owed(&self) -> usize {
        self.out.len()
    }

    /// Takes note of what the socket is ready for now.
    pub fn note(&mut self, ready: Ready) {
        self.may_read |= ready.readable;
        self.may_write |= ready.writable;
        self.may_end |= ready.ends;
    }

    /// From now on: answer what the client has sent, then end. A later turn does so.
    pub fn finish(&mut self) {
        if self.phase == Phase::Open {
            self.phase = Phase::Finishing;
            // What has arrived may not have been told of yet: look.
            (self.may_read, self.may_end) = (true, true);
        }
    }

    /// Does what can be done without waiting: `budget` reads at most, `answer` called with each
    /// before it is sent back. `scratch` is the thread's own, and holds nothing between turns.
    ///
    /// # Errors
    /// Of the stream: the exchange is over then.
    // ANCHOR: turn
    pub fn turn<S: Stream>(
        &mut self,
        mut stream: S,
        scratch: &mut [u8],
        budget: usize,
        answer: &mut dyn FnMut(&[u8]),
    ) -> io::Result<Turn> {
        self.flush(&mut stream)?;
        for _ in 0..budget {
            match self.read(&mut stream, scratch)? {
                Got::Bytes(count) => {
                    answer(&scratch[..count]);
                    self.send(&mut stream, &scratch[..count])?;
                }
                Got::Discarded => {}
                Got::Nothing | Got::End => return self.next(&mut stream),
            }
            if !self.wants_to_read() {
                return self.next(&mut stream); // spares the look that would bring nothing
            }
        }
        Ok(Turn::More)
    }
    // ANCHOR_END: turn

    /// Whether a read may bring something that is wanted.
    pub fn wants_to_read(&self) -> bool {
        self.may_read && self.listens() && self.last_bytes <= LAST_BYTES
    }

    /// Whether bytes of the client's are welcome, or will be read and thrown away.
    fn listens(&self) -> bool {
        self.out.wants_more() && self.phase != Phase::ClientEnded
    }

    /// Reads once, unless it is known to bring nothing, or the client is owed too much already.
    ///
    /// # Errors
    /// Of the stream.
    // ANCHOR: read
    pub fn read<S: Stream>(&mut self, stream: &mut S, scratch: &mut [u8]) -> io::Result<Got> {
        while self.wants_to_read() {
            match stream.read(scratch) {
                Ok(0) => {
                    self.phase = Phase::ClientEnded;
                    return Ok(Got::End);
                }
                Ok(count) => {
                    // A read that could have brought more has emptied the socket.
                    self.may_read = count == scratch.len() || self.may_end;
                    return Ok(self.take_up(count));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    (self.may_read, self.may_end) = (false, false);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Got::Nothing)
    }
    // ANCHOR_END: read

    /// Counts what was read.
    fn take_up(&mut self, count: usize) -> Got {
        match self.phase {
            Phase::Lingering => return Got::Discarded,
            Phase::Finishing => self.last_bytes += count as u64,
            Phase::Open | Phase::ClientEnded => {}
        }
        self.bytes += count as u64;
        Got::Bytes(count)
    }

    /// Sends `bytes` after all that is owed; what the socket does not take is owed too.
    ///
    /// # Errors
    /// Of the stream.
    // ANCHOR: send
    pub fn send<S: Stream>(&mut self, stream: &mut S, mut bytes: &[u8]) -> io::Result<()> {
        // Most answers go out here at once, and are never copied.
        while self.out.is_empty() && self.may_write && !bytes.is_empty() {
            match stream.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.may_write = false,
                Err(error) => return Err(error),
            }
        }
        if !bytes.is_empty() {
            self.out.push(bytes);
        }
        Ok(())
    }
    // ANCHOR_END: send

    /// Sends what is owed, as far as the socket takes it.
    ///
    /// # Errors
    /// Of the stream.
    pub fn flush<S: Stream>(&mut self, stream: &mut S) -> io::Result<()> {
        if self.may_write && !self.out.is_empty() {
            self.may_write = self.out.write_to(stream)?;
        }
        Ok(())
    }

    /// What to do when there is nothing to read for now, or too much is owed.
    ///
    /// # Errors
    /// Of the stream, if it is time for a goodbye.
    pub fn next<S: Stream>(&mut self, stream: &mut S) -> io::Result<Turn> {
        let owes = !self.out.is_empty();
        let answered = !self.may_read || self.last_bytes > LAST_BYTES;
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
