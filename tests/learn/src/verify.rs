//! `cargo learn verify`: proves that every exercise is sound.
//!
//! - [`sources`]: what the files say by themselves: stub, answer, hints, page, wrong answers.
//! - [`strays`]: files that belong to no exercise.
//! - [`lints`]: what clippy says about our answers and about stubs that still wait.
//! - [`runs`]: the answer passes its contract, and each wrong answer is caught.
//!
//! A stub that a learner has filled in is the learner's: it is never a finding.

mod lints;
mod outcomes;
mod runs;
mod sources;
mod strays;

use std::fmt::Display;
use std::process::ExitCode;

use anyhow::Result;
use colored::Colorize;
use course::{Course, Exercise, Number, waiting};

use crate::screen::Screen;

/// What was found, each with the exercise it belongs to, if to one.
#[derive(Debug, Default)]
pub struct Findings {
    found: Vec<(Option<Number>, String)>,
}

impl Findings {
    /// Adds a finding about one exercise.
    fn about(&mut self, exercise: &Exercise, text: impl Display) {
        self.found.push((Some(exercise.number()), text.to_string()));
    }

    /// Adds a finding about the course.
    fn general(&mut self, text: impl Display) {
        self.found.push((None, text.to_string()));
    }

    fn of(&self, number: Option<Number>) -> impl Iterator<Item = &str> {
        self.found.iter().filter(move |(of, _)| *of == number).map(|(_, text)| text.as_str())
    }
}

/// Exit code 0 if there is nothing to mend, 1 otherwise. If `quick`, nothing is built or run.
///
/// # Errors
///
/// A file cannot be read, or cargo cannot be started.
pub fn verify(course: &Course, screen: &mut Screen, quick: bool) -> Result<ExitCode> {
    let mut findings = Findings::default();
    strays::look(course, &mut findings)?;
    for exercise in course.exercises() {
        sources::look(course, exercise, &mut findings)?;
    }
    let mut unproven = Vec::new();
    if !quick && course.exercises().next().is_some() {
        if let Some(note) = lints::look(course, &mut findings)? {
            screen.line(note)?;
        }
        unproven = runs::look(course, &mut findings)?;
    }
    show(course, screen, &findings, &unproven)
}

fn show(
    course: &Course,
    screen: &mut Screen,
    findings: &Findings,
    unproven: &[String],
) -> Result<ExitCode> {
    for exercise in course.exercises() {
        let found: Vec<&str> = findings.of(Some(exercise.number())).collect();
        let (number, name) = (exercise.number(), &exercise.name);
        let mark = if found.is_empty() { "✓".green() } else { "✗".red() };
        screen.line(format_args!("{mark} {number:<5} {name}{}", whose(exercise)))?;
        for text in found {
            screen.indented(text)?;
        }
    }
    for text in findings.of(None) {
        screen.line(format_args!("{} {text}", "✗".red()))?;
    }
    for note in unproven {
        screen.line(format_args!("{} {note}", "?".yellow()))?;
    }
    let exercises = course.exercises().count();
    match findings.found.len() {
        0 if !unproven.is_empty() => screen.next("mend yours: cargo learn check")?,
        0 => screen.next(format_args!("nothing to mend in {exercises} exercises; cargo learn"))?,
        1 => screen.next("mend this one finding, then: cargo learn verify")?,
        count => screen.next(format_args!("mend {count} findings, then: cargo learn verify"))?,
    }
    Ok(ExitCode::from(u8::from(!findings.found.is_empty())))
}

/// Says so if the stub is no longer the untouched one.
fn whose(exercise: &Exercise) -> &'static str {
    match exercise.read_stub() {
        Ok(source) if !waiting::waits(&source) => " (yours is filled in)",
        Ok(source) if sources::is_begun(exercise, &source) => " (yours is begun)",
        _ => "",
    }
}
