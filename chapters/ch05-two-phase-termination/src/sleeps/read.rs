//! A thread that is blocked in read.
//!
//! Shutting down the *reading* half of a socket ends a read in another thread, on all systems.
//!
//! It is a wake-up with a price. If the client goes on sending when we close, it is answered with a
//! reset (RFC 1122, section 4.2.2.13), and that may overtake what we sent it just before. So this
//! is for connections that are to be cut. One that shall end in good order must be woken in another
//! way: [`crate::connection`] shows it.

use std::io::{self, Read};
use std::net::{Shutdown, TcpStream};

use crate::sync::Arc;
use crate::token::StopToken;

/// Reads as `Read::read` does. `None`: the token is stopped.
///
/// # Errors
/// What the stream says.
// ANCHOR: read
pub fn read(
    stream: &Arc<TcpStream>,
    buffer: &mut [u8],
    stop: &StopToken,
) -> io::Result<Option<usize>> {
    let _wake = stop.on_stop({
        let stream = Arc::clone(stream);
        // It fails where the connection is gone, and then nobody sleeps in it. A socket remembers
        // that it was shut down, so it may come before the read.
        move || drop(stream.shutdown(Shutdown::Read))
    });
    let length = (&**stream).read(buffer)?;
    Ok((!stop.is_stopped()).then_some(length))
}
// ANCHOR_END: read
