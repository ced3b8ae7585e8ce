//! The first line of a stub and of its answer: `//! Exercise 1.2: A limit on connections`.

use std::path::Path;

use crate::{Error, Number};

/// What the first line of an exercise says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// The exercise's number.
    pub number: Number,
    /// Its title, without a full stop at the end.
    pub text: String,
}

impl Title {
    /// Reads the title from the first line of `source`.
    ///
    /// # Errors
    ///
    /// Names `file` and the line to write if the first line is anything else.
    pub fn read(file: &Path, source: &str) -> Result<Title, Error> {
        let first = source.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
        parse(first.trim_end()).ok_or_else(|| {
            Error::new(file, "write `//! Exercise N.M: TITLE` as the first line of this file")
        })
    }
}

fn parse(line: &str) -> Option<Title> {
    let (number, text) = line.strip_prefix("//! Exercise ")?.split_once(':')?;
    let text = text.trim().trim_end_matches('.').to_owned();
    let number = number.parse().ok()?;
    (!text.is_empty()).then_some(Title { number, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Result<Title, Error> {
        Title::read(Path::new("src/exercises/limit.rs"), source)
    }

    #[test]
    fn the_first_line_holds_number_and_title() {
        for source in [
            "//! Exercise 1.2: A limit.\n//!\n",
            "//! Exercise 1.2: A limit\r\n",
            "\u{feff}//! Exercise 1.2: A limit",
        ] {
            let title = read(source).expect(source);
            assert_eq!(
                (title.number.to_string().as_str(), title.text.as_str()),
                ("1.2", "A limit")
            );
        }
    }

    #[test]
    fn any_other_first_line_names_the_file_and_what_to_write() {
        for source in
            ["", "\n//! Exercise 1.2: late\n", "// Exercise 1.2: no doc", "//! Exercise 1.2:"]
        {
            let error = read(source).expect_err(source).to_string();
            assert!(
                error.starts_with("src/exercises/limit.rs: write `//! Exercise N.M:"),
                "{error}"
            );
        }
    }
}
