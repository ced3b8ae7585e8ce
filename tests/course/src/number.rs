//! The number of an exercise: 1.2 is the second of chapter 1.

use std::fmt;
use std::str::FromStr;

/// An exercise's number. Ordered as the course is: 1.9 comes before 1.10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number {
    /// The chapter, from 0.
    pub chapter: u32,
    /// Its place within the chapter, from 1.
    pub place: u32,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.chapter, self.place))
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
            .and_then(|(chapter, place)| {
                Some(Number { chapter: digits(chapter)?, place: digits(place)? })
            })
            .ok_or_else(|| format!("`{text}` is no exercise number; one looks like 1.2"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_back_as_it_was_written() {
        assert_eq!("1.2".parse(), Ok(Number { chapter: 1, place: 2 }));
        assert_eq!(Number { chapter: 10, place: 3 }.to_string(), "10.3");
        assert_eq!(format!("{:<5}|", Number { chapter: 1, place: 2 }), "1.2  |");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "1", "1.", ".2", "1.2.3", "a.b", "+1.2", "1.-2", "99999999999.1"] {
            assert!(text.parse::<Number>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_tenth_comes_after_the_ninth() {
        assert!("1.9".parse::<Number>() < "1.10".parse::<Number>());
    }
}
