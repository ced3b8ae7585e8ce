//! Tells the learner what came of grading one exercise, and what to do next.

use std::io;

use anyhow::Result;
use colored::{ColoredString, Colorize};
use course::{Chapter, Course, Exercise};

use crate::find;
use crate::grade::{Claim, Grade, Grader, Verdict};
use crate::screen::Screen;

/// Grades `exercise` and shows each claim as it comes in, then the outcome.
///
/// # Errors
///
/// As [`Grader::grade`].
pub fn grade(grader: &mut Grader, exercise: &Exercise, screen: &mut Screen) -> Result<Grade> {
    screen.line(heading(exercise).bold())?;
    let grade = grader.grade(exercise, &mut |claim| show_claim(screen, claim))?;
    show_outcome(screen, exercise, &grade)?;
    Ok(grade)
}

/// `1.2 A limit on connections (chapters/…/connection_limit.rs)`
fn heading(exercise: &Exercise) -> String {
    let file = exercise.shown(&exercise.stub());
    format!("{} {} ({file})", exercise.number(), exercise.title.text)
}

fn show_claim(screen: &mut Screen, claim: &Claim) -> io::Result<()> {
    match &claim.verdict {
        Verdict::Holds => screen.line(format_args!("  {} {}", "✓".green(), claim.words)),
        Verdict::Fails { how, diagnosis } => {
            screen.line(format_args!("  {} {}: {how}", "✗".red(), claim.words))?;
            screen.indented(diagnosis)
        }
    }
}

fn show_outcome(screen: &mut Screen, exercise: &Exercise, grade: &Grade) -> io::Result<()> {
    let file = exercise.shown(&exercise.stub());
    match grade {
        Grade::Waits(todos) => {
            let left = if *todos == 1 { "one todo!".into() } else { format!("{todos} todo!s") };
            screen.line(format_args!("  still waits for you: {left} left in {file}"))
        }
        Grade::Missing => screen.line(format_args!("  {file} is missing")),
        Grade::Unreadable(why) => screen.line(format_args!("  {} {file}: {why}", "✗".red())),
        Grade::DoesNotCompile { errors, elsewhere } => {
            let cross = "✗".red();
            match elsewhere {
                None => screen.line(format_args!("  {cross} does not compile:"))?,
                Some(other) => screen.line(format_args!(
                    "  {cross} cannot be graded, because {other} does not compile:"
                ))?,
            }
            screen.indented(errors)
        }
        Grade::Graded { hold, of, warnings } => {
            if !warnings.is_empty() {
                screen.line(format_args!("  {} the compiler warns:", "!".yellow()))?;
                screen.indented(warnings.trim_end())?;
            }
            screen.line(format_args!("  {}", score(*hold, *of)))
        }
    }
}

/// How many claims hold, in words.
fn score(hold: usize, of: usize) -> ColoredString {
    match (hold, of) {
        (_, 0) => "has no claims to be graded by".red(),
        (1, 1) => "solved: its claim holds".green(),
        (hold, of) if hold == of => "solved: all claims hold".green(),
        (hold, of) => format!("{hold} of {of} claims hold").normal(),
    }
}

/// What to do about an exercise that is not solved; nothing if it is.
pub fn advice(exercise: &Exercise, grade: &Grade) -> Option<String> {
    let (number, file) = (exercise.number(), exercise.shown(&exercise.stub()));
    let check = format!("cargo learn check {number}");
    Some(match grade {
        grade if grade.is_solved() => return None,
        Grade::Waits(_) => {
            format!("fill in {file}, then: {check} (a hint: cargo learn hint {number})")
        }
        Grade::Missing => format!("bring the stub back: cargo learn reset {number}"),
        Grade::Unreadable(_) => {
            let reset = format!("cargo learn reset {number}");
            format!("make {file} readable UTF-8 text, then: {check} (or start anew: {reset})")
        }
        Grade::DoesNotCompile { elsewhere: Some(other), .. } => {
            format!("mend {other}, then: {check}")
        }
        Grade::DoesNotCompile { .. } => format!("mend {file}, then: {check}"),
        Grade::Graded { .. } => {
            format!("mend {file}, then: {check} (a hint: cargo learn hint {number})")
        }
    })
}

/// The next exercise that waits, and the commands for it.
pub fn next_exercise(course: &Course) -> String {
    match course.exercises().find(|exercise| exercise.waits()) {
        Some(exercise) => {
            format!("{}, then: cargo learn check {}", heading(exercise), exercise.number())
        }
        None if course.exercises().next().is_none() => {
            "see what else there is: cargo learn --help".to_owned()
        }
        None => "every exercise is filled in; grade them all: cargo learn check".to_owned(),
    }
}

/// What is left when every exercise is solved.
pub fn all_solved(course: &Course) -> String {
    // Chapter 0 is the workbench and serves nobody.
    let servers = || course.chapters.iter().filter(|chapter| chapter.number > 0);
    match servers().find(|chapter| find::runs(course, chapter) && !chapter.exercises.is_empty()) {
        Some(Chapter { number, .. }) => format!(
            "every exercise is solved, well done; \
             let a server run with yours: cargo learn run {number} serve --mine"
        ),
        None => "every exercise is solved, well done".to_owned(),
    }
}
