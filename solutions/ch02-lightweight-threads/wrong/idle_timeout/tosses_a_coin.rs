//! Wrong answer to exercise 2.2: `race` sounds like what is asked for, and of two that are ready it takes either.
//!
//! looked right: Unless both are ready at the same poll, there is no coin to toss.
//! caught by: idle_timeout_contract::of_two_that_are_ready_the_bytes_win_every_time
//! diagnosis: the bytes were there in time, yet the timer won

use std::io::{self, ErrorKind};
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
    read.race(idle).await
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
            Some(0) => return Err(ErrorKind::UnexpectedEof.into()),
            // Counted outside this future: dropped at the next `.await`, it takes nothing along.
            Some(arrived) => *filled += arrived,
        }
    }
    Ok(true)
}
