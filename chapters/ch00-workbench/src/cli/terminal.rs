//! Lines to the terminal, also when nobody reads them any more.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line to stdout. If the pipe is closed, as by `| head -1`, the line is dropped: a
/// reader who has seen enough is no error.
pub fn line(text: impl Display) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}
