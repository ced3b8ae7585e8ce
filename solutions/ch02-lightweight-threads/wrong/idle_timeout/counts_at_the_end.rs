//! Wrong answer to exercise 2.2: a local count is tidier, and it is written back on every way out but one: being dropped.
//!
//! looked right: The count is right whenever the function returns, and nothing in the code shows where a future may be dropped.
//! caught by: idle_timeout_contract::a_dropped_fill_leaves_its_count
//! diagnosis: four bytes are in `message`, so the count must say so

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
    let mut count = *filled;
    let whole = loop {
        if count == message.len() {
            break true;
        }
        match read_or_idle(stream, &mut message[count..], timer.as_mut()).await? {
            None => break false,
            Some(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Some(arrived) => count += arrived,
        }
    };
    *filled = count;
    Ok(whole)
}
