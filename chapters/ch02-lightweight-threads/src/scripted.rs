//! A stream that does what a script says: for the tests of code that runs over any stream.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use smol::io::{AsyncRead, AsyncWrite};

/// One step of a script: what a call gives. `None`: it has to wait once, and is woken at once.
pub type Step<T> = Option<io::Result<T>>;

/// A stream that answers each call with the next step of its script, and keeps what was written.
#[derive(Default)]
pub struct Scripted {
    /// What each read brings.
    pub reads: VecDeque<Step<&'static [u8]>>,
    /// What each write takes at most, or fails with; after the last one, everything.
    pub writes: VecDeque<Step<usize>>,
    /// All that was taken, in order.
    pub written: Vec<u8>,
    /// Whether a read after the last step waits for ever; else it finds the end.
    pub stays: bool,
}

impl Scripted {
    /// A stream that ends after the last of `reads`.
    pub fn ending(reads: impl IntoIterator<Item = Step<&'static [u8]>>) -> Scripted {
        Scripted { reads: reads.into_iter().collect(), ..Scripted::default() }
    }

    /// A stream that is silent after the last of `reads`.
    pub fn staying(reads: impl IntoIterator<Item = Step<&'static [u8]>>) -> Scripted {
        Scripted { stays: true, ..Scripted::ending(reads) }
    }
}

impl AsyncRead for Scripted {
    /// # Panics
    /// If a step brings more than there is room for.
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        match self.reads.pop_front() {
            Some(Some(step)) => {
                let bytes = step?;
                buffer[..bytes.len()].copy_from_slice(bytes);
                Poll::Ready(Ok(bytes.len()))
            }
            Some(None) => wait_once(context),
            None if self.stays => Poll::Pending,
            None => Poll::Ready(Ok(0)),
        }
    }
}

impl AsyncWrite for Scripted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Some(step) = self.writes.pop_front().unwrap_or(Some(Ok(bytes.len()))) else {
            return wait_once(context);
        };
        let taken = step?.min(bytes.len());
        self.written.extend_from_slice(&bytes[..taken]);
        Poll::Ready(Ok(taken))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

fn wait_once<T>(context: &mut Context<'_>) -> Poll<T> {
    context.waker().wake_by_ref();
    Poll::Pending
}
