//! No warning in our answers, and none in a stub that still waits.

use std::path::PathBuf;

use anyhow::Result;
use course::{Course, Exercise};

use crate::cargo;

use super::Findings;

/// What is linted: everything, and as far as it compiles.
const SCOPE: [&str; 3] = ["--workspace", "--all-targets", "--keep-going"];

/// Lints the course. Returns a note if clippy is not installed and the compiler stood in for it.
///
/// Warnings are not turned into errors: one in a learner's own file would then keep everything
/// that builds on it from being looked at.
pub(super) fn look(course: &Course, findings: &mut Findings) -> Result<Option<String>> {
    let has_clippy = has_clippy(course);
    let subcommand = if has_clippy { "clippy" } else { "check" };
    let build =
        cargo::build(&course.root, "looking for warnings", &[&[subcommand], &SCOPE[..]].concat())?;
    for message in &build.messages {
        let kind = if message.is_error { "error" } else { "warning" };
        let text = format!("{}: {subcommand} {kind}: {}", message.file, message.summary);
        match course.exercises().find(|exercise| concerns(exercise, &message.file)) {
            Some(exercise) => findings.about(exercise, text),
            None if message.file.starts_with("solutions/") => findings.general(text),
            None => {}
        }
    }
    let note = "clippy is not installed, so `cargo check` stood in (rustup component add clippy)";
    Ok((!has_clippy).then(|| note.to_owned()))
}

fn has_clippy(course: &Course) -> bool {
    let asked = cargo::command(&course.root).args(["clippy", "--version"]).output();
    asked.is_ok_and(|output| output.status.success())
}

/// True if `file` is the exercise's answer, one of its wrong answers, or its waiting stub.
fn concerns(exercise: &Exercise, file: &str) -> bool {
    let ours = |path: PathBuf| file.ends_with(&exercise.shown(&path));
    let is_wrong_answer = file.contains(&format!("{}/", exercise.shown(&exercise.wrong())));
    ours(exercise.answer()) || is_wrong_answer || ours(exercise.stub()) && exercise.waits()
}
