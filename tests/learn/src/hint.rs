//! `cargo learn hint N.M`: a question, then a pointer, then almost the code.

mod counter;

use std::fs;
use std::ops::RangeInclusive;
use std::process::ExitCode;

use anyhow::{Result, bail};
use colored::Colorize;
use course::{Course, Number};

use crate::find;
use crate::refusal::Refusal;
use crate::screen::Screen;

pub use counter::Counter;

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
    let (number, counter) = (exercise.number(), Counter::of(course, exercise));
    let steps = steps(number, wanted, hints.len(), &counter)?;
    let last = *steps.end();
    for step in steps {
        let heading = format!("Hint {step} of {} to {number}", hints.len());
        screen.line(heading.bold())?;
        screen.line(format_args!("\n{}\n", hints[step - 1]))?;
    }
    let mut more = format!("cargo learn hint {number}");
    match wanted {
        // After the last hint there is no next one to be remembered.
        Wanted::Next if last == hints.len() => {}
        Wanted::Next => {
            if let Err(error) = counter.remember(last) {
                more = format!("{more} --step {}", last + 1);
                let why = format!("cannot remember that you have seen this ({error})");
                screen.line(format_args!("{why}; for the next: {more}\n"))?;
            }
        }
        // The counter knows nothing of this one, so the next must be named too.
        Wanted::Step(_) | Wanted::All => more = format!("{more} --step {}", last + 1),
    }
    let next = match last == hints.len() {
        true => format!("cargo learn check {number} (our answer: cargo learn solution {number})"),
        false => format!("cargo learn check {number} (one step more: {more})"),
    };
    screen.line(format_args!("{} {next}", "Next:".bold()))?;
    Ok(ExitCode::SUCCESS)
}

/// Which of the hints, `of` in all, are wanted.
fn steps(
    number: Number,
    wanted: Wanted,
    of: usize,
    counter: &Counter,
) -> Result<RangeInclusive<usize>> {
    match wanted {
        Wanted::All => Ok(1..=of),
        Wanted::Next => {
            let step = (counter.shown() + 1).min(of);
            Ok(step..=step)
        }
        Wanted::Step(step) if (1..=of).contains(&step) => Ok(step..=step),
        Wanted::Step(step) => {
            let advice = format!("try: cargo learn hint {number} --step {of}");
            Err(Refusal(format!("no step {step}: {number} has {of} hints; {advice}")).into())
        }
    }
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
}
