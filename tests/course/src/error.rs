//! What is wrong with a file of the course, and what to write instead.

use std::fmt;
use std::path::{Path, PathBuf};

/// One clear line: the file, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The file (or folder) to mend.
    pub file: PathBuf,
    /// What to write there. Without a line break, so that it can be shown as one line.
    pub advice: String,
}

impl Error {
    /// An error in `file`; line breaks within `advice` become spaces.
    pub fn new(file: &Path, advice: impl AsRef<str>) -> Error {
        let advice = advice.as_ref().split(['\r', '\n']).collect::<Vec<_>>().join(" ");
        Error { file: file.to_path_buf(), advice }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.advice)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_line_that_starts_with_the_file() {
        let error = Error::new(Path::new("hints/echo.md"), "write\nthree hints");
        assert_eq!(error.to_string(), "hints/echo.md: write three hints");
    }
}
