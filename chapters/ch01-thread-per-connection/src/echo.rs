//! The echo loop: straight-line code over any stream that blocks.

use std::io::{self, ErrorKind, Read, Write};

/// Bytes read at a time. What a client sends faster than that waits in the kernel's buffers, and
/// when those are full, in the client: a thread never holds more than this for its client.
const BUFFER_BYTES: usize = 16 * 1024;

/// Echoes until the client ends, and returns the number of bytes echoed.
///
/// A client that half-closes (sends its FIN but still reads) gets back all it has sent: the end
/// comes as a read of nothing, and by then everything read before is written.
///
/// # Errors
/// The first error of the stream, such as a reset by the client.
// ANCHOR: echo
pub fn echo_until_eof<S: Read + Write>(
    stream: &mut S,
    on_request: &mut dyn FnMut(&[u8]),
) -> io::Result<u64> {
    // On the heap: a thread's stack may be small.
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut echoed = 0;
    loop {
        let request = match stream.read(&mut buffer) {
            Ok(0) => return Ok(echoed),
            Ok(length) => &buffer[..length],
            // A signal came in between; nothing was read, nothing is lost.
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        on_request(request);
        stream.write_all(request)?;
        echoed += request.len() as u64;
    }
}
// ANCHOR_END: echo
