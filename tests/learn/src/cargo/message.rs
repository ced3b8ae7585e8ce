//! Cargo's messages: one JSON object a line.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::source;

/// A test that was built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executable {
    /// The folder of its package; tests are run there, as cargo does it.
    pub folder: PathBuf,
    /// The test's name: `exercises` for `tests/exercises.rs`.
    pub target: String,
    /// The file to run.
    pub path: PathBuf,
}

/// Something the compiler said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// An error; otherwise a warning.
    pub is_error: bool,
    /// Its text as a terminal shows it.
    pub rendered: String,
    /// Its first line, without colour.
    pub summary: String,
    /// The file it speaks of first, from the root of the course and with `/`.
    pub file: String,
}

/// The tests and the messages among cargo's output.
pub(super) fn read(output: &str) -> (Vec<Executable>, Vec<Message>) {
    let (mut executables, mut messages) = (Vec::new(), Vec::new());
    for line in output.lines() {
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        match value["reason"].as_str() {
            Some("compiler-artifact") => executables.extend(executable(&value)),
            Some("compiler-message") => messages.extend(message(&value["message"])),
            _ => {}
        }
    }
    messages.dedup();
    (executables, messages)
}

fn executable(value: &Value) -> Option<Executable> {
    let is_test = value["target"]["kind"].as_array()?.iter().any(|kind| kind == "test");
    let manifest = Path::new(value["manifest_path"].as_str()?);
    is_test.then_some(Executable {
        folder: manifest.parent()?.to_path_buf(),
        target: value["target"]["name"].as_str()?.to_owned(),
        path: value["executable"].as_str()?.into(),
    })
}

/// An error or warning; not the lines in which the compiler counts them.
fn message(value: &Value) -> Option<Message> {
    let is_error = match value["level"].as_str()? {
        "warning" => false,
        level if level.starts_with("error") => true,
        _ => return None,
    };
    let summary = value["message"].as_str()?;
    let counts = summary.starts_with("aborting due to") || summary.ends_with("emitted");
    let spans = value["spans"].as_array()?;
    let span = spans.iter().find(|span| span["is_primary"] == true).or(spans.first());
    let at = span.and_then(|span| span["file_name"].as_str()).unwrap_or_default();
    let file = unread(summary).unwrap_or(at);
    (!counts).then(|| Message {
        is_error,
        rendered: source::plain_paths(value["rendered"].as_str().unwrap_or(summary)),
        summary: summary.to_owned(),
        file: source::plain_paths(&file.replace('\\', "/")),
    })
}

/// The file that the compiler could not read, such as one that is no UTF-8 text: the place which it
/// names is the `mod` that asked for the file.
fn unread(summary: &str) -> Option<&str> {
    Some(summary.strip_prefix("couldn't read `")?.split_once('`')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_is_itself_at_fault() {
        assert_eq!(unread("couldn't read `a/b.rs`: not UTF-8"), Some("a/b.rs"));
        assert_eq!(unread("mismatched types"), None);
    }

    #[test]
    fn tests_and_messages_are_picked_out_of_cargos_output() {
        let output = [
            r#"{"reason":"compiler-artifact","manifest_path":"/c/chapters/ch01/Cargo.toml",
                "target":{"kind":["test"],"name":"exercises"},"executable":"/t/exercises-1"}"#,
            r#"{"reason":"compiler-artifact","manifest_path":"/c/chapters/ch01/Cargo.toml",
                "target":{"kind":["lib"],"name":"ch01"},"executable":null}"#,
            r#"{"reason":"compiler-message","message":{"level":"error","message":"oh no",
                "rendered":"tests/../x.rs",
                "spans":[{"file_name":"a.rs","is_primary":false},
                         {"file_name":"chapters\\ch01\\tests\\..\\x.rs","is_primary":true}]}}"#,
            r#"{"reason":"compiler-message","message":{"level":"error",
                "message":"aborting due to 1 previous error","rendered":"","spans":[]}}"#,
            r#"{"reason":"build-finished","success":false}"#,
        ]
        .map(|line| line.replace('\n', ""))
        .join("\n");
        let (executables, messages) = read(&format!("noise\n{output}\n"));
        assert_eq!(executables.len(), 1);
        assert_eq!(executables[0].path, Path::new("/t/exercises-1"));
        assert_eq!(executables[0].folder, Path::new("/c/chapters/ch01"));
        assert_eq!(messages.len(), 1);
        assert_eq!(messages[0].file, "chapters/ch01/x.rs");
        assert_eq!(messages[0].rendered, "x.rs");
        assert!(messages[0].is_error);
    }
}
