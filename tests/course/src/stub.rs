//! A stub is derived from the answer, so that the two cannot drift apart.
//!
//! In an answer, the lines between `//@ stub` and `//@ end` are the part a learner writes. The
//! stub holds, in their place, the text of the region's own `//@ | ` lines:
//!
//! ```text
//!     pub fn try_enter(&self) -> Option<Place> {
//!         //@ stub
//!         //@ | todo!("exercise 1.2: take a place if one is free")
//!         let mut taken = self.lock();
//!         …
//!         //@ end
//!     }
//! ```
//!
//! A region without such lines is absent from the stub (imports, fields, helpers that would give
//! the answer away). Everything outside a region is common to both, docs included.

use std::path::Path;

use crate::Error;

/// What a marker line starts with, after its indentation.
const MARKER: &str = "//@";

/// Derives the stub from the answer's `source`; `file` is named by errors.
///
/// # Errors
///
/// The line and what to write there, if the markers do not pair up or are unknown.
pub fn derive(file: &Path, source: &str) -> Result<String, Error> {
    let mut stub = String::with_capacity(source.len());
    let mut opened_at = None;
    for (index, line) in source.split_inclusive('\n').enumerate() {
        let fail = |advice: &str| Err(Error::new(file, format!("line {}: {advice}", index + 1)));
        match (marker(line), opened_at) {
            (None, None) => stub.push_str(line),
            (None, Some(_)) => {}
            (Some("stub"), None) => opened_at = Some(index + 1),
            (Some("stub"), Some(_)) => {
                return fail("write `//@ end` before the next `//@ stub`");
            }
            (Some("end"), Some(_)) => opened_at = None,
            (Some("end"), None) => return fail("write `//@ stub` before this `//@ end`"),
            (Some(text), Some(_)) if text == "|" || text.starts_with("| ") => {
                push_stub_line(&mut stub, line, text);
            }
            (Some(text), Some(_)) if text.starts_with('|') => {
                return fail("write a space after `//@ |`");
            }
            (Some(text), None) if text.starts_with('|') => {
                return fail("move this `//@ |` between `//@ stub` and `//@ end`");
            }
            (Some(_), _) => return fail("write `//@ stub`, `//@ | TEXT` or `//@ end`"),
        }
    }
    match opened_at {
        None => Ok(stub),
        Some(line) => {
            Err(Error::new(file, format!("line {line}: write `//@ end` after this `//@ stub`")))
        }
    }
}

/// The answer as a learner sees it: without the marker lines.
pub fn shown(source: &str) -> String {
    source.split_inclusive('\n').filter(|line| marker(line).is_none()).collect()
}

/// What follows `//@` on a marker line.
fn marker(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix(MARKER)?;
    // `//@ | ` keeps the spaces within its text: only the one after `//@` goes.
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// Adds the line that a `//@ | TEXT` stands for: same indentation, same line ending.
fn push_stub_line(stub: &mut String, line: &str, text: &str) {
    let content = text.strip_prefix("| ").unwrap_or_default();
    let ending = &line[line.trim_end_matches(['\r', '\n']).len()..];
    if !content.is_empty() {
        stub.push_str(&line[..line.len() - line.trim_start().len()]);
        stub.push_str(content);
    }
    stub.push_str(ending);
}

#[cfg(test)]
mod tests;
