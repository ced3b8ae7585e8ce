//! `cargo learn hint N.M`: a question, then a pointer, then almost the code.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use colored::Colorize;
use course::{Course, Exercise};

use crate::find;
use crate::refusal::Refusal;
use crate::screen::Screen;

/// What a step's section starts with.
const HEADING: &str = "## Hint ";

/// Which steps to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// One more than last time.
    Next,
    /// This one, from 1.
    Step(usize),
    /// Every one.
    All,
}

impl Wanted {
    /// As the command line says.
    pub fn new(step: Option<usize>, all: bool) -> Wanted {
        match step {
            Some(step) => Wanted::Step(step),
            None if all => Wanted::All,
            None => Wanted::Next,
        }
    }
}

/// The text of each hint in the source of a hints file, in order.
pub fn sections(source: &str) -> Vec<String> {
    let mut sections: Vec<String> = Vec::new();
    for line in source.lines() {
        if line.starts_with(HEADING) {
            sections.push(String::new());
        } else if let Some(section) = sections.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    sections.iter().map(|section| section.trim().to_owned()).collect()
}

/// Shows the wanted hints, and how to get the next one.
///
/// # Errors
///
/// There is no such exercise or no such step, or the hints cannot be read.
pub fn hint(
    course: &Course,
    screen: &mut Screen,
    number: &str,
    wanted: Wanted,
) -> Result<ExitCode> {
    let exercise = find::exercise(course, number, "hint")?;
    let file = exercise.hints();
    let source = fs::read_to_string(&file)
        .map_err(|error| course::Error::new(&file, format!("cannot be read: {error}")))?;
    let hints = sections(&source);
    if hints.is_empty() {
        bail!(course::Error::new(&file, format!("write `{HEADING}1` and a hint below it")));
    }
    let counter = counter(course, exercise);
    let steps = match wanted {
        Wanted::All => 1..=hints.len(),
        Wanted::Next => {
            let step = (shown_so_far(&counter) + 1).min(hints.len());
            step..=step
        }
        Wanted::Step(step) if (1..=hints.len()).contains(&step) => step..=step,
        Wanted::Step(step) => {
            let (last, number) = (hints.len(), exercise.number());
            let advice = format!("try: cargo learn hint {number} --step {last}");
            return Err(
                Refusal(format!("no step {step}: {number} has {last} hints; {advice}")).into()
            );
        }
    };
    let last = *steps.end();
    for step in steps {
        screen.line(format_args!(
            "{}",
            format!("Hint {step} of {} to {}", hints.len(), exercise.number()).bold()
        ))?;
        screen.line(format_args!("\n{}\n", hints[step - 1]))?;
    }
    if wanted == Wanted::Next {
        remember(&counter, last);
    }
    let number = exercise.number();
    let next = match last == hints.len() {
        true => format!("cargo learn check {number} (our answer: cargo learn solution {number})"),
        false => format!("cargo learn check {number} (one step more: cargo learn hint {number})"),
    };
    screen.line(format_args!("{} {next}", "Next:".bold()))?;
    Ok(ExitCode::SUCCESS)
}

/// Where the number of hints shown so far is kept. If it is lost, the hints start anew.
fn counter(course: &Course, exercise: &Exercise) -> PathBuf {
    let folder = course.root.join("target").join("learn").join("hints");
    folder.join(exercise.number().to_string())
}

fn shown_so_far(counter: &Path) -> usize {
    let text = fs::read_to_string(counter).unwrap_or_default();
    text.trim().parse().unwrap_or_default()
}

/// Not worth an error: at worst, the same hint is shown once more.
fn remember(counter: &Path, step: usize) {
    if let Some(folder) = counter.parent() {
        let _ = fs::create_dir_all(folder);
    }
    let _ = fs::write(counter, step.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_is_one_hint() {
        let source = "# Hints\n\n## Hint 1\n\nWho?\n\n## Hint 2\nThere.\n### Deeper\nx\n";
        let source = &source.replace('\n', "\r\n");
        assert_eq!(sections(source), ["Who?", "There.\n### Deeper\nx"]);
        assert!(sections("no hints").is_empty());
    }

    #[test]
    fn a_lost_or_damaged_counter_starts_anew() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let counter = folder.path().join("hints").join("1.1");
        assert_eq!(shown_so_far(&counter), 0);
        remember(&counter, 2);
        assert_eq!(shown_so_far(&counter), 2);
        fs::write(&counter, "many").expect("a file");
        assert_eq!(shown_so_far(&counter), 0);
    }
}
