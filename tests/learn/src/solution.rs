//! `cargo learn solution N.M`: how our answer differs from yours.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use anyhow::Result;
use colored::Colorize;
use course::Course;
use similar::{ChangeTag, TextDiff};

use crate::find;
use crate::refusal::Refusal;
use crate::screen::Screen;

/// How many common lines are shown around a difference.
const CONTEXT_LINES: usize = 3;

/// Asks, then shows the diff.
///
/// # Errors
///
/// There is no such exercise, nobody can be asked, or a file cannot be read.
pub fn solution(course: &Course, screen: &mut Screen, number: &str, yes: bool) -> Result<ExitCode> {
    let exercise = find::exercise(course, number, "solution")?;
    let number = exercise.number();
    if !yes && !screen.is_interactive() {
        let advice = format!("to see it without being asked: cargo learn solution {number} --yes");
        return Err(
            Refusal(format!("our answer to {number} is not shown by accident; {advice}")).into()
        );
    }
    if !yes && !screen.ask(&format!("Show our answer to {number}?"))? {
        screen.next(format_args!("cargo learn hint {number}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let ours = exercise.shown_answer()?;
    let yours = if exercise.stub().exists() { exercise.read_stub()? } else { String::new() };
    show(screen, &plain(&yours), &plain(&ours))?;
    screen.next(format_args!("cargo learn check {number}"))?;
    Ok(ExitCode::SUCCESS)
}

/// The same text with plain line ends: an editor's choice of them is no difference.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n")
}

fn show(screen: &mut Screen, yours: &str, ours: &str) -> io::Result<()> {
    if yours == ours {
        return screen.line("Yours and ours are the same.");
    }
    screen.line("--- yours".red())?;
    screen.line("+++ ours".green())?;
    let diff = TextDiff::from_lines(yours, ours);
    for group in diff.grouped_ops(CONTEXT_LINES) {
        if let Some(first) = group.first() {
            let at = format!("@@ line {} @@", first.old_range().start + 1);
            screen.line(at.cyan())?;
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = change.value().trim_end_matches('\n');
            let shown: Box<dyn Display> = match change.tag() {
                ChangeTag::Delete => Box::new(format!("-{line}").red()),
                ChangeTag::Insert => Box::new(format!("+{line}").green()),
                ChangeTag::Equal => Box::new(format!(" {line}")),
            };
            screen.line(shown)?;
        }
    }
    Ok(())
}
