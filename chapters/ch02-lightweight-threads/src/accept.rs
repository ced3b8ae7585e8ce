//! Accepting without holding a thread: the same source of connections as in chapter 1, but one that
//! is awaited.

use std::io;
use std::net::{TcpListener, TcpStream};

use smol::Async;

use crate::Waiting;

/// A source of connections: a listener, or in tests something that fails when told to.
pub trait Accept: Send + Sync {
    /// Waits for the next connection.
    ///
    /// # Errors
    /// Whatever keeps this one connection, or any, from being accepted.
    fn accept(&self) -> Waiting<'_, io::Result<Async<TcpStream>>>;
}

impl Accept for Async<TcpListener> {
    fn accept(&self) -> Waiting<'_, io::Result<Async<TcpStream>>> {
        Box::pin(async { Async::<TcpListener>::accept(self).await.map(|(stream, _)| stream) })
    }
}
