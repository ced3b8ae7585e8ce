//! Wrong answer to exercise 2.1: every `.await` looks like a place where others get their turn, but one that need not wait is none.
//!
//! looked right: A client that pauses between its messages makes the task wait, and then all others have their turn.
//! caught by: async_echo_contract::a_client_without_pause_does_not_keep_the_thread
//! diagnosis: a task that never gives way keeps all others waiting

use std::io::{self, ErrorKind};

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
    loop {
        let length = match stream.read(&mut buffer).await {
            Ok(0) => return Ok(echoed),
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
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
    }
}
