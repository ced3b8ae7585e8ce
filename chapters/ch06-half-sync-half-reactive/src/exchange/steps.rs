//! The words in which an exchange, its stream and whoever drives it talk to each other.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};

use crate::demultiplexer::Interest;

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
