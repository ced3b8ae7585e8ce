//! Bytes that a client is owed, and when they have become too many.
//!
//! A client that sends and never reads makes its answers pile up here. The cure is two *water
//! marks*: at the high one the server stops reading from that client, at the low one it goes on. So
//! the client's own sends block in the end, as they would if it spoke to a thread that blocks in
//! write. With one mark alone, reading would be stopped and started for every few bytes.

use std::io::{self, ErrorKind, Write};

/// When to stop reading, and when to go on, in bytes owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaterMarks {
    /// With this much, or less, owed, reading goes on.
    pub low: usize,
    /// With this much, or more, owed, reading stops.
    pub high: usize,
}

impl Default for WaterMarks {
    /// One read of [`SCRATCH`](crate::exchange::SCRATCH) bytes, and four.
    fn default() -> WaterMarks {
        WaterMarks { low: 16 * 1024, high: 64 * 1024 }
    }
}

/// Capacity that an empty buffer keeps. A client that has been slow once must not cost its
/// buffer's memory for ever.
const KEPT: usize = 4 * 1024;

/// The bytes owed to one client, in order. It owns no memory until a client is slow.
///
/// Invariant: `sent <= bytes.len()`, and an empty buffer has `sent` 0.
#[derive(Debug)]
pub struct OutBuffer {
    bytes: Vec<u8>,
    /// How many of `bytes`, from the front, are sent already.
    sent: usize,
    marks: WaterMarks,
    paused: bool,
}

impl OutBuffer {
    /// Nothing is owed.
    ///
    /// # Panics
    /// If the low mark is not below the high one.
    pub fn new(marks: WaterMarks) -> OutBuffer {
        assert!(marks.low < marks.high, "the low mark must be below the high one");
        OutBuffer { bytes: Vec::new(), sent: 0, marks, paused: false }
    }

    /// Bytes owed.
    pub fn len(&self) -> usize {
        self.bytes.len() - self.sent
    }

    /// Whether nothing is owed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether to read from this client: not from the high mark on, until the low one is reached.
    pub fn wants_more(&self) -> bool {
        !self.paused
    }

    /// Owes `bytes` too, after all the others. It takes them whatever the marks say: they were read
    /// already. So the buffer may exceed the high mark by one read.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.sent > 0 && self.bytes.len() + bytes.len() > self.bytes.capacity() {
            // Rather than grow: moves what is owed to the front, over what is sent.
            self.bytes.drain(..self.sent);
            self.sent = 0;
        }
        self.bytes.extend_from_slice(bytes);
        self.paused |= self.len() >= self.marks.high;
    }

    /// Sends as much as `writer` takes. `Ok(true)`: nothing is owed any more; `Ok(false)`: the
    /// writer would block.
    ///
    /// # Errors
    /// Of the writer, `WouldBlock` and `Interrupted` excepted. A writer that takes nothing is an
    /// error too.
    pub fn write_to(&mut self, mut writer: impl Write) -> io::Result<bool> {
        while !self.is_empty() {
            match writer.write(&self.bytes[self.sent..]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => self.take(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    fn take(&mut self, count: usize) {
        self.sent += count;
        self.paused &= self.len() > self.marks.low;
        if self.is_empty() {
            self.bytes.clear();
            self.bytes.shrink_to(KEPT);
            self.sent = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes so many bytes at each write, as listed, and then would block.
    struct Takes(Vec<usize>, Vec<u8>);

    impl Write for Takes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(ErrorKind::WouldBlock.into());
            }
            let count = self.0.remove(0).min(bytes.len());
            self.1.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn owing(bytes: &[u8]) -> OutBuffer {
        let mut buffer = OutBuffer::new(WaterMarks { low: 2, high: 6 });
        buffer.push(bytes);
        buffer
    }

    #[test]
    fn reading_stops_at_the_high_mark_and_goes_on_at_the_low_one() {
        let mut buffer = owing(b"abcde");
        assert!(buffer.wants_more());
        buffer.push(b"f");
        assert!(!buffer.wants_more(), "the high mark is reached");
        let mut writer = Takes(vec![3], Vec::new());
        assert!(!buffer.write_to(&mut writer).expect("no error"));
        assert!(!buffer.wants_more(), "between the marks nothing changes");
        writer.0 = vec![1];
        assert!(!buffer.write_to(&mut writer).expect("no error"));
        assert!(buffer.wants_more(), "the low mark is reached");
    }

    #[test]
    fn bytes_leave_in_order_whatever_the_writer_takes() {
        let mut buffer = owing(b"one ");
        let mut writer = Takes(vec![1, 2], Vec::new());
        assert!(!buffer.write_to(&mut writer).expect("no error"));
        buffer.push(b"two");
        writer.0 = vec![1; 10];
        assert!(buffer.write_to(&mut writer).expect("no error"));
        assert_eq!(writer.1, b"one two");
    }

    #[test]
    fn a_writer_that_takes_nothing_is_an_error() {
        let outcome = owing(b"a").write_to(Takes(vec![0], Vec::new()));
        assert_eq!(outcome.expect_err("an error").kind(), ErrorKind::WriteZero);
    }

    #[test]
    fn a_buffer_that_was_large_once_gives_its_memory_back() {
        let mut buffer = OutBuffer::new(WaterMarks::default());
        assert_eq!(buffer.bytes.capacity(), 0, "and it had none to begin with");
        buffer.push(&vec![7; 1 << 20]);
        assert!(buffer.write_to(io::sink()).expect("a sink takes all"));
        assert!(buffer.bytes.capacity() <= KEPT);
    }

    #[test]
    fn a_slow_but_steady_client_costs_no_more_than_it_is_owed() {
        let mut buffer = OutBuffer::new(WaterMarks { low: 10, high: 100 });
        buffer.push(&[1; 50]);
        for _ in 0..10_000 {
            buffer.push(&[2; 10]);
            buffer.write_to(Takes(vec![10], Vec::new())).expect("no error");
        }
        assert!(buffer.bytes.capacity() < 1024, "{}", buffer.bytes.capacity());
    }
}
