//! A stream whose reads and writes go straight to the system.
//!
//! In a process with more than one thread, the C library's `recv` and `send` first make sure that
//! the thread could be cancelled inside them, and afterwards that it could not: two atomic
//! operations each, for something that no Rust program uses. That is some three per cent of an
//! echo. On Linux, rustix makes the system call without it.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use crate::exchange::Stream;

/// A connected stream, for one visit of a thread.
#[derive(Clone, Copy, Debug)]
pub struct Straight<'a>(pub &'a TcpStream);

#[cfg(target_os = "linux")]
impl Read for Straight<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (count, _) = rustix::net::recv(self.0, buffer, rustix::net::RecvFlags::empty())?;
        Ok(count)
    }
}

#[cfg(target_os = "linux")]
impl Write for Straight<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // As std does it: a peer that is gone is an error, and no signal.
        Ok(rustix::net::send(self.0, bytes, rustix::net::SendFlags::NOSIGNAL)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
impl Read for Straight<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

#[cfg(not(target_os = "linux"))]
impl Write for Straight<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Stream for Straight<'_> {
    fn say_goodbye(&mut self) -> io::Result<()> {
        self.0.shutdown(std::net::Shutdown::Write)
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::net::TcpListener;

    use super::*;

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let client = TcpStream::connect(listener.local_addr().expect("bound")).expect("it listens");
        (client, listener.accept().expect("a client waits").0)
    }

    #[test]
    fn it_reads_and_writes_as_the_stream_itself() {
        let (mut client, server) = pair();
        let mut buffer = [0; 8];
        server.set_nonblocking(true).expect("a socket");
        let early = Straight(&server).read(&mut buffer).expect_err("nothing has come");
        assert_eq!(early.kind(), ErrorKind::WouldBlock);
        client.write_all(b"there").expect("a connection");
        server.set_nonblocking(false).expect("a socket");
        assert_eq!(Straight(&server).read(&mut buffer).expect("five bytes"), 5);
        assert_eq!(Straight(&server).write(b"and back").expect("room"), 8);
        client.read_exact(&mut buffer).expect("an answer");
        assert_eq!(&buffer, b"and back");
        Straight(&server).say_goodbye().expect("a connection");
        assert_eq!(client.read(&mut buffer).expect("the end"), 0);
        assert_eq!(client.shutdown(std::net::Shutdown::Write).map(|()| 0).expect("open"), 0);
        assert_eq!(Straight(&server).read(&mut buffer).expect("the end"), 0);
    }

    #[test]
    fn a_write_to_a_peer_that_is_gone_is_an_error_and_no_signal() {
        let (client, server) = pair();
        drop(client);
        let failed = (0..1000).find_map(|_| Straight(&server).write(b"anybody?").err());
        assert!(failed.is_some(), "the system says so, sooner or later");
    }
}
