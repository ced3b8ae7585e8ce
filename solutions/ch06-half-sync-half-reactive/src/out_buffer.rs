//! Exercise 6.1: a buffer with water marks, as a ring
//!
//! The chapter's `OutBuffer` grows while its client is slow, and may exceed its high mark by one
//! read. Make one that cannot: a ring of a fixed size. The high mark is where it is full, and
//! whoever reads from the client asks first how much there is room for.
//!
//! What holds when you are done:
//!
//! * Bytes leave in the order in which they were pushed, whatever the writer takes at a time, and
//!   also where the ring ends and begins anew.
//! * [`OutBuffer::room`] says how much may be pushed. Once the buffer was full it says 0, until so
//!   much has left that no more than the low mark is owed: so reading is not stopped and started
//!   for every few bytes.
//! * [`OutBuffer::write_to`] goes on until all is sent or the writer would block. It bears with
//!   interruptions, and passes on every other error.
//! * It allocates once, when it is made.

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
        //@ stub
        //@ | todo!("exercise 6.1: none from full down to the low mark; else what is free")
        if self.paused { 0 } else { self.ring.len() - self.len }
        //@ end
    }

    /// Owes `bytes` too, after all the others.
    ///
    /// # Panics
    /// If there is no room for them.
    pub fn push(&mut self, bytes: &[u8]) {
        //@ stub
        //@ | todo!("exercise 6.1: put them behind the newest byte; the ring may end in between")
        assert!(bytes.len() <= self.room(), "there is no room for them");
        let size = self.ring.len();
        let end = (self.start + self.len) % size;
        let (before, after) = bytes.split_at(bytes.len().min(size - end));
        self.ring[end..end + before.len()].copy_from_slice(before);
        self.ring[..after.len()].copy_from_slice(after);
        self.len += bytes.len();
        self.paused |= self.len == size;
        //@ end
    }

    /// Sends as much as `writer` takes. `Ok(true)`: nothing is owed any more; `Ok(false)`: the
    /// writer would block.
    ///
    /// # Errors
    /// Of the writer, `WouldBlock` and `Interrupted` excepted. A writer that takes nothing is an
    /// error too: `WriteZero`.
    pub fn write_to(&mut self, mut writer: impl Write) -> io::Result<bool> {
        //@ stub
        //@ | todo!("exercise 6.1: write from the oldest byte on; what was taken is not owed any more")
        while self.len > 0 {
            let end = (self.start + self.len).min(self.ring.len());
            match writer.write(&self.ring[self.start..end]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => {
                    self.start = (self.start + count) % self.ring.len();
                    self.len -= count;
                    self.paused &= self.len > self.low;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
        //@ end
    }
}
