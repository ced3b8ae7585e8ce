//! A stream that notes in the journal whether its task is reading or writing, so that the echo loop
//! itself stays free of it.

use std::io;
use std::net::TcpStream;
use std::pin::Pin;
use std::task::{Context, Poll};

use ch00_workbench::Journal;
use smol::Async;
use smol::io::{AsyncRead, AsyncWrite};

/// A client's stream, watched.
pub struct Watched {
    stream: Async<TcpStream>,
    journal: Journal,
    /// What was noted last. A read that has to wait is polled more than once, and noted once.
    noted: &'static str,
}

impl Watched {
    pub(crate) fn new(stream: Async<TcpStream>, journal: Journal) -> Watched {
        Watched { stream, journal, noted: "" }
    }

    fn note(&mut self, state: &'static str) {
        if self.noted != state {
            self.noted = state;
            self.journal.state(state);
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        self.note("reading");
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.note("writing");
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_close(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_close(context)
    }
}
