//! The number of an exercise: 1.2 is the second of chapter 1, 8.4b the second part of 8.4.

use std::fmt;
use std::str::FromStr;

/// An exercise's number. Ordered as the course is: 1.9 comes before 1.10, and 8.4 before 8.4a.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number {
    /// The chapter, from 0.
    pub chapter: u32,
    /// Its place within the chapter, from 1.
    pub place: u32,
    /// Its part, `a` to `z`, if one theme has several files that are graded one by one.
    pub part: Option<char>,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.part.map(String::from).unwrap_or_default();
        f.pad(&format!("{}.{}{part}", self.chapter, self.place))
    }
}

impl FromStr for Number {
    type Err = String;

    fn from_str(text: &str) -> Result<Number, String> {
        let digits = |part: &str| -> Option<u32> {
            let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        text.split_once('.')
            .and_then(|(chapter, rest)| {
                let place = rest.trim_end_matches(|part: char| part.is_ascii_lowercase());
                let part = match &rest.as_bytes()[place.len()..] {
                    [] => None,
                    [part] => Some(char::from(*part)),
                    _ => return None,
                };
                Some(Number { chapter: digits(chapter)?, place: digits(place)?, part })
            })
            .ok_or_else(|| format!("`{text}` is no exercise number; one looks like 1.2"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_back_as_it_was_written() {
        assert_eq!("1.2".parse(), Ok(Number { chapter: 1, place: 2, part: None }));
        assert_eq!("8.4b".parse(), Ok(Number { chapter: 8, place: 4, part: Some('b') }));
        for text in ["10.3", "8.4b"] {
            assert_eq!(text.parse::<Number>().expect(text).to_string(), text);
        }
        assert_eq!(format!("{:<5}|", Number { chapter: 1, place: 2, part: None }), "1.2  |");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "",
            "1",
            "1.",
            ".2",
            "1.2.3",
            "a.b",
            "+1.2",
            "1.-2",
            "1.a",
            "1.2A",
            "1.2ab",
            "1.2é",
            "99999999999.1",
        ] {
            assert!(text.parse::<Number>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_tenth_comes_after_the_ninth_and_parts_before_the_next() {
        let number = |text: &str| text.parse::<Number>().expect(text);
        assert!(number("1.9") < number("1.10"));
        assert!(number("1.2") < number("1.2a") && number("1.2b") < number("1.3"));
    }
}
