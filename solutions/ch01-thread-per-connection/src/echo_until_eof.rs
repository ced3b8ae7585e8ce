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
    //@ stub
    //@ | todo!("exercise 1.1: read, tell on_request, write all of it, until a read of nothing")
    let mut echoed = 0;
    loop {
        let length = retry(|| stream.read(&mut buffer))?;
        if length == 0 {
            return Ok(echoed);
        }
        let mut owed = &buffer[..length];
        on_request(owed);
        while !owed.is_empty() {
            match retry(|| stream.write(owed))? {
                0 => return Err(ErrorKind::WriteZero.into()),
                // The rest is still owed: the next round offers it again.
                taken => owed = &owed[taken..],
            }
        }
        echoed += length as u64;
    }
    //@ end
}
//@ stub

/// Makes a call again as long as signals interrupt it: nothing was read or written then.
fn retry(mut call: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
//@ end
