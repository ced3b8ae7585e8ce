//! One client's exchange, when nobody may block for it.
//!
//! Chapter 1's echo loop stops in the middle of a read or a write and goes on there later: its
//! stack remembers where it was. A thread that serves many clients cannot stop for one, so what the
//! stack remembered becomes a value: this one. It is told what the socket is ready for, does as much
//! as can be done, and says what to wait for.

mod ending;
mod readiness;
mod steps;

use std::io::{self, ErrorKind};

use crate::demultiplexer::Ready;
use crate::out_buffer::{OutBuffer, WaterMarks};
use ending::{LAST_BYTES, Phase};
use readiness::Readiness;
pub use steps::{Got, Stream, Turn};

/// The size of the buffers that servers read into, in bytes: one a thread, not one a connection.
pub const SCRATCH: usize = 16 * 1024;

/// The state of an echo between two visits of a thread.
#[derive(Debug)]
pub struct Exchange {
    out: OutBuffer,
    phase: Phase,
    ready: Readiness,
    bytes: u64,
    /// Bytes read since [`Exchange::finish`].
    last_bytes: u64,
}

impl Exchange {
    /// A new client's exchange. It may have sent already, and there is room to write.
    pub fn new(marks: WaterMarks) -> Exchange {
        let (phase, ready, out) = (Phase::Open, Readiness::unknown(), OutBuffer::new(marks));
        Exchange { out, phase, ready, bytes: 0, last_bytes: 0 }
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
        self.ready.note(ready);
    }

    /// Does what can be done without waiting: `budget` reads at most, `answer` called with each
    /// before it is sent back. `scratch` is the thread's own, and holds nothing between turns.
    ///
    /// # Errors
    /// Of the stream, or of `answer`, which means that there is none: the exchange is over then.
    // ANCHOR: turn
    pub fn turn<S: Stream>(
        &mut self,
        mut stream: S,
        scratch: &mut [u8],
        budget: usize,
        answer: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<Turn> {
        self.flush(&mut stream)?;
        for _ in 0..budget {
            match self.read(&mut stream, scratch)? {
                Got::Bytes(count) => {
                    answer(&scratch[..count])?;
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
        self.ready.read && self.listens()
    }

    /// Whether bytes of the client's are welcome, or will be read and thrown away.
    fn listens(&self) -> bool {
        let more = self.out.wants_more() && self.last_bytes <= LAST_BYTES;
        more && self.phase != Phase::ClientEnded
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
                    self.ready.after_read(count == scratch.len());
                    return Ok(self.take_up(count));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.ready.nothing_to_read();
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
        while self.out.is_empty() && self.ready.write && !bytes.is_empty() {
            match stream.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.ready.write = false,
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
        if self.ready.write && !self.out.is_empty() {
            self.ready.write = self.out.write_to(stream)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
