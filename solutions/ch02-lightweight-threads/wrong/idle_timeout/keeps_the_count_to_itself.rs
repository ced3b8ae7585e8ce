//! Wrong answer to exercise 2.2: `read_exact` against the timer is one line; what it had read is gone with it.
//!
//! looked right: A message that arrives in one piece is read whole before any timer.
//! caught by: idle_timeout_contract::a_message_in_pieces_is_whole_in_spite_of_the_timer
//! diagnosis: what had arrived before the timer is still counted

use std::io;

use smol::future::FutureExt;
use smol::io::{AsyncRead, AsyncReadExt};

/// Reads what comes next, unless the `timer` is ready first; `None`: the timer was first.
///
/// # Errors
/// The stream's.
pub async fn read_or_idle<S: AsyncRead + Unpin>(
    stream: &mut S,
    buffer: &mut [u8],
    timer: impl Future,
) -> io::Result<Option<usize>> {
    let read = async { stream.read(buffer).await.map(Some) };
    let idle = async {
        timer.await;
        Ok(None)
    };
    // `or` polls its first future first: bytes that are there win. `race` would toss a coin.
    read.or(idle).await
}

/// Fills `message` from byte `filled` on, and counts in `filled` what has arrived. Returns whether
/// the message is whole; `false`: the timer was first, and a later call goes on where this stopped.
///
/// # Errors
/// The stream's, and `UnexpectedEof` if it ends before the message is whole.
pub async fn fill_or_idle<S: AsyncRead + Unpin>(
    stream: &mut S,
    message: &mut [u8],
    filled: &mut usize,
    timer: impl Future,
) -> io::Result<bool> {
    let whole = async {
        stream.read_exact(&mut message[*filled..]).await?;
        *filled = message.len();
        Ok(true)
    };
    let idle = async {
        timer.await;
        Ok(false)
    };
    whole.or(idle).await
}
