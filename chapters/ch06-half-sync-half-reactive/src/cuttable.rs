//! A stream that takes no answer from work that was cut short.

use std::cell::Cell;
use std::io::{self, ErrorKind, Read, Write};

use crate::direct_stream::Direct;
use crate::exchange::Stream;

/// Reads and writes as `stream` does; once `cut` is set, a write is an error. An exchange answers
/// right after the work, so whoever does the work and is told to end sets the cell, and what the
/// client sees is an end without an answer.
pub struct Cuttable<'a> {
    /// The client.
    pub stream: Direct<'a>,
    /// Whether the work was cut short.
    pub cut: &'a Cell<bool>,
}

impl Read for Cuttable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Cuttable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cut.get() {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for Cuttable<'_> {
    fn say_goodbye(&mut self) -> io::Result<()> {
        self.stream.say_goodbye()
    }
}
