//! Wrong answer to exercise 2.2: a read of nothing brings nothing, so the loop asks again.
//!
//! looked right: A client that sends whole messages and stays connected never shows it an end.
//! caught by: idle_timeout_contract::an_end_within_a_message_is_an_error
//! diagnosis: neither bytes nor a timer

use std::io;
use std::pin::pin;

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
    let mut timer = pin!(timer);
    while *filled < message.len() {
        // The one timer runs on over all pieces, so it is only lent to each race.
        match read_or_idle(stream, &mut message[*filled..], timer.as_mut()).await? {
            None => return Ok(false),
            // Counted outside this future: dropped at the next `.await`, it takes nothing along.
            Some(arrived) => *filled += arrived,
        }
    }
    Ok(true)
}
