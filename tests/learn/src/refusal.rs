//! A command that cannot be carried out as it was given.

use std::fmt;

/// One line that tells the next command. Ends `cargo learn` with exit code 2.
#[derive(Debug)]
pub struct Refusal(pub String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}
