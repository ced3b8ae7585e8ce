//! Wrong answer to exercise 6.1: after a write it owes nothing more, however little the writer
//! took.
//!
//! looked right: A socket with room takes the whole of a short answer at once.
//! caught by: out_buffer_contract::what_a_writer_does_not_take_is_still_owed
//! diagnosis: the writer would block

use std::io::{self, ErrorKind, Write};

/// The bytes owed to one client, in order.
#[derive(Debug)]
pub struct OutBuffer {
    ring: Box<[u8]>,
    /// Where the oldest byte is.
    start: usize,
    /// How many bytes are owed. With a start and an end alone, full and empty would look alike.
    len: usize,
    low: usize,
    /// The buffer was full, and has not sunk to the low mark since.
    paused: bool,
}

impl OutBuffer {
    /// An empty buffer for `size` bytes, which is the high mark as well.
    ///
    /// # Panics
    /// If the low mark is not below the size.
    pub fn new(size: usize, low: usize) -> OutBuffer {
        assert!(low < size, "the low mark must be below the high one");
        OutBuffer { ring: vec![0; size].into(), start: 0, len: 0, low, paused: false }
    }

    /// Bytes owed.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing is owed.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many bytes may be pushed, and so be read from the client.
    pub fn room(&self) -> usize {
        if self.paused { 0 } else { self.ring.len() - self.len }
    }

    /// Owes `bytes` too, after all the others.
    ///
    /// # Panics
    /// If there is no room for them.
    pub fn push(&mut self, bytes: &[u8]) {
        assert!(bytes.len() <= self.room(), "there is no room for them");
        let size = self.ring.len();
        let end = (self.start + self.len) % size;
        let (before, after) = bytes.split_at(bytes.len().min(size - end));
        self.ring[end..end + before.len()].copy_from_slice(before);
        self.ring[..after.len()].copy_from_slice(after);
        self.len += bytes.len();
        self.paused |= self.len == size;
    }

    /// Sends as much as `writer` takes. `Ok(true)`: nothing is owed any more; `Ok(false)`: the
    /// writer would block.
    ///
    /// # Errors
    /// Of the writer, `WouldBlock` and `Interrupted` excepted. A writer that takes nothing is an
    /// error too: `WriteZero`.
    pub fn write_to(&mut self, mut writer: impl Write) -> io::Result<bool> {
        while self.len > 0 {
            let end = (self.start + self.len).min(self.ring.len());
            match writer.write(&self.ring[self.start..end]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => {
                    let sent = self.len.min(count.max(end - self.start));
                    self.start = (self.start + sent) % self.ring.len();
                    self.len -= sent;
                    self.paused &= self.len > self.low;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}
