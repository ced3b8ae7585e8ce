//! Exercise 2.1: an echo loop that shares its thread
//!
//! A task runs until an `.await` has to wait, and nobody can interrupt it. The chapter's own loop
//! relies on its client for that: one who sends as fast as it is answered makes every read ready at
//! once, and the loop keeps its thread for as long as that client likes. Write the loop with `read`
//! and `write` alone, as in exercise 1.1, and let it give way.
//!
//! What holds when you are done:
//!
//! * All bytes come back, in order, also when `write` takes only a few of them at a time.
//! * A call that was interrupted by a signal (`ErrorKind::Interrupted`) is made again.
//! * A `write` that takes nothing at all (`Ok(0)`) is an error of kind `ErrorKind::WriteZero`: the
//!   stream will never take more, and asking again would spin.
//! * A read of nothing is the client's end. By then, all that was read before has been written.
//! * Any other error ends the loop and is handed on.
//! * After [`TURN`] requests, at the latest, the loop has given its thread to others once
//!   (`smol::future::yield_now`), whether or not it had to wait for its client.

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
    //@ stub
    //@ | todo!("exercise 2.1: read, handle, write all of it; and after TURN requests, give way")
    let mut echoed = 0;
    let mut answered = 0;
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
        answered += 1;
        if answered % TURN == 0 {
            yield_now().await;
        }
    }
    //@ end
}
