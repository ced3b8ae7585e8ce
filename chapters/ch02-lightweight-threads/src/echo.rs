//! The echo loop: chapter 1's, with `.await`.

use std::io::{self, ErrorKind};
use std::sync::Arc;

use smol::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::Waiting;
use crate::handler::{Handle, Handler};
use crate::stream::Watched;

/// Bytes read at a time. A task has no stack to keep: what it costs is what it holds while it
/// waits, and this buffer is nearly all of that. Hence smaller than chapter 1's 16 KiB, which a
/// thread could afford; a long answer takes more calls for it.
const BUFFER_BYTES: usize = 1024;

/// An echo loop in a box: the chapter's own, or the learner's (`--mine`).
pub type Echo =
    Arc<dyn for<'a> Fn(&'a mut Watched, &'a Handler) -> Waiting<'a, io::Result<u64>> + Send + Sync>;

/// The chapter's own echo loop, in its box.
pub fn own() -> Echo {
    boxed(|stream, handler| Box::pin(echo_until_eof(stream, handler)))
}

/// Puts an echo loop in its box; the bounds tell the compiler how the closure borrows.
pub fn boxed<F>(echo: F) -> Echo
where
    F: for<'a> Fn(&'a mut Watched, &'a Handler) -> Waiting<'a, io::Result<u64>>,
    F: Send + Sync + 'static,
{
    Arc::new(echo)
}

/// Echoes until the client ends, and returns the number of bytes echoed.
///
/// While the client says nothing, this future is merely stored, and no thread waits.
///
/// # Errors
/// The first error of the stream, such as a reset by the client.
// ANCHOR: echo
pub async fn echo_until_eof<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    handler: &impl Handle,
) -> io::Result<u64> {
    // On the heap: else it would be a part of each future that this one is a part of.
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut echoed = 0;
    loop {
        let request = match stream.read(&mut buffer).await {
            Ok(0) => return Ok(echoed),
            Ok(length) => &buffer[..length],
            // A signal came in between; nothing was read, nothing is lost.
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        handler.handle(request).await;
        stream.write_all(request).await?;
        echoed += request.len() as u64;
    }
}
// ANCHOR_END: echo
