//! One client of the floor: its turn.

use std::io::{self, ErrorKind, Read, Write};
use std::mem;
use std::net::TcpStream;

use ch00_workbench::Work;

/// A client, with what the system did not take of its answer. As long as there is such a rest,
/// nothing is read from it: so no client can fill the memory.
pub struct Client {
    pub stream: TcpStream,
    rest: Vec<u8>,
    /// Edge: the client has ended its side, so read to the end without waiting to be told.
    pub ended: bool,
}

/// How a turn of a client has ended.
#[derive(PartialEq, Eq)]
pub enum Turn {
    /// It has nothing more to read for now.
    Done,
    /// It has more, but it is the others' turn.
    More,
    /// The system takes no more: wait for room.
    Blocked,
    /// It is over.
    Over,
}

impl Client {
    pub fn new(stream: TcpStream) -> Client {
        Client { stream, rest: Vec::new(), ended: false }
    }

    /// Whether it waits for room.
    pub fn is_blocked(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Sends what is left, then reads at most so many times and echoes what comes.
    pub fn turn(&mut self, reads: usize, buffer: &mut [u8], work: &Work) -> io::Result<Turn> {
        let rest = mem::take(&mut self.rest);
        if !rest.is_empty() && !self.send(&rest)? {
            return Ok(Turn::Blocked);
        }
        for _ in 0..reads {
            let count = match self.stream.read(buffer) {
                Ok(0) => return Ok(Turn::Over),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(Turn::Done),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            work.run(&buffer[..count]);
            if !self.send(&buffer[..count])? {
                return Ok(Turn::Blocked);
            }
            // Less than there was room for: that was all, unless its end is already there.
            if count < buffer.len() && !self.ended {
                return Ok(Turn::Done);
            }
        }
        Ok(Turn::More)
    }

    /// Sends what the system takes and keeps the rest; says whether there is none.
    fn send(&mut self, mut bytes: &[u8]) -> io::Result<bool> {
        while !bytes.is_empty() {
            match self.stream.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.rest = bytes.to_vec();
                    return Ok(false);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}
