//! Wrong answer to exercise 1.1: the buffer is what was read into, so the buffer is what goes out.
//!
//! looked right: A message that fills the buffer to its end comes back just as it was.
//! caught by: echo_until_eof_contract::every_byte_comes_back_in_order
//! diagnosis: one two three

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
    let mut echoed = 0;
    loop {
        let length = retry(|| stream.read(&mut buffer))?;
        if length == 0 {
            return Ok(echoed);
        }
        let mut owed = &buffer[..];
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
}

/// Makes a call again as long as signals interrupt it: nothing was read or written then.
fn retry(mut call: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
