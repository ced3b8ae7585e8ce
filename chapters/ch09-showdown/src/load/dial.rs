//! Connecting, thousands of times.
//!
//! Two things run out. The queue of connections that the server has yet to accept: so the clients
//! come at a pace. And ports: an address has some 28,000 for clients. But the whole of 127.0.0.0/8
//! is this machine, and each of its addresses has ports of its own: a dialler that finds no port
//! goes on from the next address.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

/// Connections a second, at most: what a busy server accepts without its queue overflowing.
const PER_SECOND: f64 = 20_000.0;

/// Connections between two looks at the clock.
const STRIDE: usize = 50;

/// How long one connect may take: a server whose queue is full answers the second or third try.
const PATIENCE: Duration = Duration::from_secs(10);

/// The last address of this machine to connect from, as a number: 127.0.0.32.
const LAST_SOURCE: u8 = 32;

/// Makes the connections of one thread.
pub struct Dialler {
    address: SocketAddr,
    /// The last byte of the loopback address to connect from; `None`: the system chooses.
    source: Option<u8>,
    begun: Instant,
    made: usize,
}

impl Dialler {
    /// A dialler that calls `address`.
    pub fn new(address: SocketAddr) -> Dialler {
        Dialler { address, source: None, begun: Instant::now(), made: 0 }
    }

    /// Makes one more connection, when its time has come. It does not block, and does not wait to
    /// fill packets.
    ///
    /// # Errors
    /// What the system says.
    pub fn dial(&mut self) -> io::Result<TcpStream> {
        if self.made.is_multiple_of(STRIDE) {
            let due = self.begun + Duration::from_secs_f64(self.made as f64 / PER_SECOND);
            thread::sleep(due.saturating_duration_since(Instant::now()));
        }
        self.made += 1;
        let stream = loop {
            match self.connect() {
                Err(error) if no_port(&error) && self.next_source() => {}
                outcome => break outcome?,
            }
        };
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        Ok(stream)
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let socket = Socket::new(Domain::for_address(self.address), Type::STREAM, None)?;
        if let Some(last) = self.source {
            let source = SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0));
            socket.bind(&source.into())?;
        }
        socket.connect_timeout(&self.address.into(), PATIENCE)?;
        Ok(socket.into())
    }

    /// Goes on to the next address of this machine, if the server is on it and there is one.
    fn next_source(&mut self) -> bool {
        let here = matches!(self.address.ip(), IpAddr::V4(ip) if ip.is_loopback());
        let next = self.source.map_or(2, |last| last + 1);
        self.source = (here && next <= LAST_SOURCE).then_some(next).or(self.source);
        here && next <= LAST_SOURCE
    }
}

/// Connecting says that no port is left, binding that none is free.
fn no_port(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AddrNotAvailable | ErrorKind::AddrInUse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_has_more_addresses_and_not_without_end() {
        let mut here = Dialler::new(([127, 0, 0, 1], 7007).into());
        let steps = std::iter::from_fn(|| here.next_source().then_some(())).count();
        assert_eq!((steps, here.source), (31, Some(LAST_SOURCE)));
        assert!(!Dialler::new(([192, 0, 2, 1], 7007).into()).next_source());
    }
}
