//! Values of flags that several chapters read: each says what to write if it is wrong.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a whole number from 1 up.
///
/// # Errors
/// What to write instead.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("write a whole number from 1 up".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// Reads a whole number within `range`.
///
/// # Errors
/// What to write instead.
pub fn number(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    let fits = text.parse().ok().filter(|number| range.contains(number));
    fits.ok_or_else(|| format!("write a whole number from {} to {}", range.start(), range.end()))
}

/// Reads a time such as `5s` or `200ms` that is longer than none.
///
/// # Errors
/// What to write instead, with `example` for it.
pub fn some_time(text: &str, example: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(format!("`{text}` is no time; write it like {example}")),
    }
}
