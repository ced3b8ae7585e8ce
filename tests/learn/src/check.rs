//! `cargo learn check [N.M]`: grades one exercise, or all that are filled in.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use course::{Course, Exercise};

use crate::grade::Grader;
use crate::screen::Screen;
use crate::{find, report};

/// Exit code 0 if every graded exercise is solved, 1 if one is not.
///
/// # Errors
///
/// There is no such exercise, a file cannot be read, or cargo cannot be started.
pub fn check(
    course: &Course,
    screen: &mut Screen,
    number: Option<&str>,
    limit: Duration,
) -> Result<ExitCode> {
    let chosen: Vec<&Exercise> = match number {
        Some(number) => vec![find::exercise(course, number, "check")?],
        None => course.exercises().filter(|exercise| !exercise.waits()).collect(),
    };
    if chosen.is_empty() {
        screen.line("Nothing to grade yet: every exercise still waits.")?;
    }
    let graded = chosen.len();
    let mut grader = Grader::new(&course.root, limit);
    let mut advice = None;
    for (index, exercise) in chosen.into_iter().enumerate() {
        if index > 0 {
            screen.line("")?;
        }
        let grade = report::grade(&mut grader, exercise, screen)?;
        advice = advice.or(report::advice(exercise, &grade));
    }
    let code = ExitCode::from(u8::from(advice.is_some()));
    let none_left = graded > 0 && graded == course.exercises().count();
    screen.next(match advice {
        Some(advice) => advice,
        None if none_left => report::all_solved(course),
        None => report::next_exercise(course),
    })?;
    Ok(code)
}
