//! A listener with a long queue.
//!
//! Between a client's connect and the server's accept, the connection waits in the kernel's queue.
//! The standard library asks for a queue of 128; when it is full, the kernel drops a client's
//! request to connect, and that client tries again a second later.

use std::io;
use std::net::{SocketAddr, TcpListener};

use socket2::{Domain, Socket, Type};

/// Connections that may wait to be accepted, asked for; the system may allow fewer (on Linux as
/// many as `net.core.somaxconn` says, 4,096 by default).
const QUEUE: i32 = 4096;

/// Listens on `address`; port 0 takes any free port.
///
/// # Errors
/// What the system says: the port is in use, the address is not of this machine, no permission.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // A port whose last connections are still in TIME_WAIT can be listened on again at once. On
    // Windows this option would mean something else: there, two could listen on one port.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(QUEUE)?;
    Ok(socket.into())
}
