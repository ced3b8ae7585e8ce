//! `cargo learn`: what is solved, what waits, what fails, and what comes next.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use colored::Colorize;
use course::{Course, Exercise};

use crate::grade::{Grade, Grader};
use crate::report;
use crate::screen::Screen;

/// How long one claim may take here.
const LIMIT: Duration = Duration::from_secs(15);

/// Shows the progress by chapter. What is filled in is graded, so this may take a moment.
///
/// # Errors
///
/// A file cannot be read, or cargo cannot be started.
pub fn progress(course: &Course, screen: &mut Screen) -> Result<ExitCode> {
    let mut grader = Grader::new(&course.root, LIMIT);
    let (mut solved, mut all, mut advice) = (0, 0, None);
    for chapter in course.chapters.iter().filter(|chapter| !chapter.exercises.is_empty()) {
        screen.line(chapter.name.bold())?;
        for exercise in &chapter.exercises {
            let grade = grader.grade(exercise, &mut |_| Ok(()))?;
            show(screen, exercise, &grade)?;
            all += 1;
            solved += usize::from(grade.is_solved());
            if !matches!(grade, Grade::Waits(_)) {
                advice = advice.or(report::advice(exercise, &grade));
            }
        }
    }
    match all {
        0 => screen.line("This course has no exercises yet.")?,
        _ => screen.line(format_args!("\n{solved} of {all} exercises solved"))?,
    }
    screen.next(match advice {
        Some(advice) => advice,
        None if solved == all && all > 0 => report::all_solved(course),
        None => report::next_exercise(course),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn show(screen: &mut Screen, exercise: &Exercise, grade: &Grade) -> Result<()> {
    let state = match grade {
        Grade::Waits(_) => "waits".dimmed(),
        Grade::Missing => "its file is missing".red(),
        Grade::Unreadable(why) => why.red(),
        Grade::DoesNotCompile { elsewhere: None, .. } => "does not compile".red(),
        Grade::DoesNotCompile { .. } => "chapter does not compile".red(),
        grade if grade.is_solved() => "solved".green(),
        Grade::Graded { hold, of, .. } => format!("{hold} of {of} claims hold").red(),
    };
    let (number, title) = (exercise.number(), &exercise.title.text);
    screen.line(format_args!("  {number:<5} {title:<40} {state}"))?;
    Ok(())
}
