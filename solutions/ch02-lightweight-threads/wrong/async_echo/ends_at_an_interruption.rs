//! Wrong answer to exercise 2.1: `?` hands every error on, and a signal looks like one.
//!
//! looked right: A non-blocking read does not sleep, so a signal hardly ever finds it at work, and the server runs well.
//! caught by: async_echo_contract::interrupted_calls_are_made_again
//! diagnosis: a signal is no end and no error

use std::io::{self, ErrorKind};

use smol::future::yield_now;
use smol::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::handler::Handle;

/// Bytes read at a time: what bounds the memory that one client can take.
const BUFFER_BYTES: usize = 1024;

/// Requests that a task may answer before it gives way to others.
pub const TURN: u32 = 16;

/// Echoes until the client ends, and returns the number of bytes echoed.
///
/// Each request is handled after it is read and before its first byte is written.
///
/// # Errors
/// The first error of the stream but `Interrupted`; `WriteZero` if a write takes nothing.
pub async fn echo_until_eof<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    handler: &impl Handle,
) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut echoed = 0;
    let mut answered = 0;
    loop {
        let length = stream.read(&mut buffer).await?;
        if length == 0 {
            return Ok(echoed);
        }
        let mut owed = &buffer[..length];
        handler.handle(owed).await;
        while !owed.is_empty() {
            match stream.write(owed).await {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                // The rest is still owed: the next round offers it again.
                Ok(taken) => owed = &owed[taken..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        echoed += length as u64;
        answered += 1;
        if answered % TURN == 0 {
            yield_now().await;
        }
    }
}
