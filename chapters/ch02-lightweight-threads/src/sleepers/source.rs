//! Where a client's connection comes from.
//!
//! A connection is known by its two addresses and ports. When a client ends one, its port cannot be
//! used towards the same server for a minute (TIME_WAIT), and an address has some 28,000 ports for
//! clients: they would be gone after a few seconds. But the whole of 127.0.0.0/8 is this machine,
//! and each of its addresses has ports of its own.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};

use ch01_thread_per_connection::errno::EINPROGRESS;
use smol::Async;
use socket2::{Domain, Socket, Type};

/// Addresses to connect from: 32 have 900,000 ports, enough for 15,000 connections a second.
const MOST: u8 = 32;

/// Addresses of this machine that a server at `address` can be reached from; empty: leave the
/// choice to the system. Some systems have no loopback address but 127.0.0.1.
pub fn sources(address: SocketAddr) -> Vec<Ipv4Addr> {
    if !matches!(address.ip(), IpAddr::V4(ip) if ip.is_loopback()) {
        return Vec::new();
    }
    let loopback = (1..=MOST).map(|last| Ipv4Addr::new(127, 0, 0, last));
    loopback.filter(|source| TcpListener::bind((*source, 0)).is_ok()).collect()
}

/// Connects to `address`, from `source` if there is one.
///
/// # Errors
/// What the system says.
pub async fn connect(
    address: SocketAddr,
    source: Option<Ipv4Addr>,
) -> io::Result<Async<TcpStream>> {
    let Some(source) = source else {
        return Async::<TcpStream>::connect(address).await;
    };
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    socket.bind(&SocketAddr::from((source, 0)).into())?;
    match socket.connect(&address.into()) {
        Ok(()) => {}
        Err(error) if is_under_way(&error) => {}
        Err(error) => return Err(error),
    }
    let stream = Async::new_nonblocking(TcpStream::from(socket))?;
    // On this machine it is connected by now, nearly always. If not: writable means connected or
    // failed, and the socket itself says which.
    if stream.get_ref().peer_addr().is_err() {
        stream.writable().await?;
        if let Some(error) = stream.get_ref().take_error()? {
            return Err(error);
        }
    }
    Ok(stream)
}

/// A connect that does not block goes on by itself; Windows says `WouldBlock` then.
fn is_under_way(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::WouldBlock || error.raw_os_error() == Some(EINPROGRESS)
}
