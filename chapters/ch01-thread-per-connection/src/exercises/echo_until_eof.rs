//! Exercise 1.1: the echo loop, with every write your own
//!
//! The chapter's own loop calls `write_all`. That one call hides a loop of its own, and the faults
//! that people make in it. Write it: echo with `read` and `write` alone.
//!
//! What holds when you are done:
//!
//! * All bytes come back, in order, also when `write` takes only a few of them at a time.
//! * A call that was interrupted by a signal (`ErrorKind::Interrupted`) is made again.
//! * A `write` that takes nothing at all (`Ok(0)`) is an error of kind `ErrorKind::WriteZero`: the
//!   stream will never take more, and asking again would spin.
//! * A read of nothing is the client's end. By then, all that was read before has been written.
//! * Any other error ends the loop and is handed on.

use std::io::{self, ErrorKind, Read, Write};

/// Bytes read at a time: what bounds the memory that one client can take.
const BUFFER_BYTES: usize = 16 * 1024;

/// Echoes until the client ends, and returns the number of bytes echoed.
///
/// Each request goes to `on_request` after it is read and before its first byte is written.
///
/// # Errors
/// The first error of the stream but `Interrupted`; `WriteZero` if a write takes nothing.
pub fn echo_until_eof<S: Read + Write>(
    stream: &mut S,
    on_request: &mut dyn FnMut(&[u8]),
) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER_BYTES];
    todo!("exercise 1.1: read, tell on_request, write all of it, until a read of nothing")
}
