//! Wrong answer to exercise 1.1: `?` hands every error on, and a signal looks like one.
//!
//! looked right: Signals are rare, and a try that only sends and reads never meets one.
//! caught by: echo_until_eof_contract::interrupted_calls_are_made_again
//! diagnosis: a signal is no end and no error

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
        let length = stream.read(&mut buffer)?;
        if length == 0 {
            return Ok(echoed);
        }
        let mut owed = &buffer[..length];
        on_request(owed);
        while !owed.is_empty() {
            match stream.write(owed)? {
                0 => return Err(ErrorKind::WriteZero.into()),
                // The rest is still owed: the next round offers it again.
                taken => owed = &owed[taken..],
            }
        }
        echoed += length as u64;
    }
}
