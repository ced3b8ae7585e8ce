//! Exercise 2.2: an idle timeout, by a race
//!
//! A client that says nothing and stays costs little here, but it costs for ever. A thread that is
//! blocked in `read` cannot do anything about it by itself; a task can wait for two things at once:
//! for bytes, and for a timer. Whichever comes first wins the race, and the loser is *dropped*. That is
//! all there is to cancelling a future: it is not polled any more, and whatever it had collected
//! inside itself is gone.
//!
//! What holds when you are done:
//!
//! * Bytes that come before the timer are returned, and the timer is dropped with the race.
//! * If the timer comes first, the read is given up, and nothing is lost: the next read on the same
//!   stream gets all that comes later.
//! * If both are ready at once, the bytes win, every time: they were there in time.
//! * A message that came in pieces, with the timer in between, is still whole: what has arrived is
//!   in `message`, and `filled` says how much of it, whatever becomes of the future.

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
    todo!("exercise 2.2: let the read and the timer race; of two that are ready the read wins")
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
    todo!("exercise 2.2: read_or_idle until it is whole; count each piece as it arrives")
}
