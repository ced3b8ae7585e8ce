//! `cargo learn run N [FLAGS]`: runs a chapter's program as if by `cargo run`.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use course::Course;

use crate::{cargo, find};

/// Runs the program in the learner's own folder, terminal and all. The first of `words` names the
/// chapter, the others are the program's.
///
/// # Errors
///
/// There is no such chapter or no such program, or cargo cannot be started.
pub fn run(course: &Course, words: &[String]) -> Result<ExitCode> {
    let (chapter, flags) = words.split_first().context("run needs a chapter")?;
    let chapter = find::program(course, chapter)?;
    let mut command = cargo::command(Path::new("."));
    command
        .args(["run", "--quiet", "--manifest-path"])
        .arg(course.root.join("Cargo.toml"))
        .args(["--package", &chapter.name, "--"])
        .args(flags);
    become_it(&mut command).context("cargo cannot be started; is it on your PATH?")
}

/// Turns this process into the program: Ctrl-C, the terminal and the exit code are the program's.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec().into())
}

/// Waits for the program, and leaves Ctrl-C to it: all in the same console are told.
#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<ExitCode> {
    ctrlc::set_handler(|| {})?;
    let code = command.status()?.code().unwrap_or(1);
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}
