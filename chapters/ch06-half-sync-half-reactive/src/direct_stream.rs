//! A stream whose reads and writes go to the system by the shortest way.
//!
//! The C library makes each `recv` and `send` a place where a thread may be cancelled. No thread
//! here is, but in a program of several threads each call asks, twice. On an echo that is about
//! 4 % of the server's time. Where the system's calls can be made directly, they are.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use crate::exchange::Stream;

/// Reads from and writes to a stream as it does itself, a little faster where that is possible.
#[derive(Clone, Copy)]
pub struct Direct<'a>(pub &'a TcpStream);

#[cfg(any(target_os = "linux", target_os = "android"))]
mod system {
    use rustix::net::{RecvFlags, SendFlags, recv, send};

    use super::{TcpStream, io};

    pub fn read(stream: &TcpStream, buffer: &mut [u8]) -> io::Result<usize> {
        let (count, _) = recv(stream, buffer, RecvFlags::empty())?;
        Ok(count)
    }

    pub fn write(stream: &TcpStream, bytes: &[u8]) -> io::Result<usize> {
        // As std does: a client that is gone is an error, and not a signal.
        Ok(send(stream, bytes, SendFlags::NOSIGNAL)?)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod system {
    use super::{Read, TcpStream, Write, io};

    pub fn read(mut stream: &TcpStream, buffer: &mut [u8]) -> io::Result<usize> {
        stream.read(buffer)
    }

    pub fn write(mut stream: &TcpStream, bytes: &[u8]) -> io::Result<usize> {
        stream.write(bytes)
    }
}

impl Read for Direct<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        system::read(self.0, buffer)
    }
}

impl Write for Direct<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        system::write(self.0, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Direct<'_> {
    fn say_goodbye(&mut self) -> io::Result<()> {
        let mut stream = self.0;
        stream.say_goodbye()
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::net::TcpListener;

    use super::*;

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let client = TcpStream::connect(listener.local_addr().expect("bound")).expect("a listener");
        (client, listener.accept().expect("a client").0)
    }

    #[test]
    fn it_reads_and_writes_what_the_stream_does() {
        let (mut client, server) = pair();
        let mut direct = Direct(&server);
        client.write_all(b"hello").expect("open");
        let mut buffer = [0; 5];
        direct.read_exact(&mut buffer).expect("open");
        direct.write_all(&buffer).expect("open");
        client.read_exact(&mut buffer).expect("open");
        assert_eq!(&buffer, b"hello");
        direct.say_goodbye().expect("open");
        assert_eq!(client.read(&mut buffer).expect("open"), 0, "the end");
        client.shutdown(std::net::Shutdown::Write).expect("open");
        assert_eq!(direct.read(&mut buffer).expect("open"), 0, "the client's end");
    }

    #[test]
    fn nothing_to_read_and_nobody_to_write_to_are_errors() {
        let (client, server) = pair();
        server.set_nonblocking(true).expect("any socket can");
        let mut direct = Direct(&server);
        let nothing = direct.read(&mut [0]).expect_err("nothing was sent");
        assert_eq!(nothing.kind(), ErrorKind::WouldBlock);
        drop(client);
        // The first write may be answered with a reset, so that the next one fails.
        let gone = ch00_workbench::within(std::time::Duration::from_secs(10), || {
            loop {
                match direct.write(b"?") {
                    Err(error) if error.kind() != ErrorKind::WouldBlock => return error.kind(),
                    _ => std::thread::yield_now(),
                }
            }
        });
        assert!(matches!(gone, ErrorKind::BrokenPipe | ErrorKind::ConnectionReset), "{gone:?}");
    }
}
