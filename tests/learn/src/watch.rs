//! `cargo learn watch`: grades an exercise again each time it is saved.
//!
//! A file event only says "look again": what has changed is found by comparing the stubs with
//! what they were. So editors that save by renaming, events that come twice and events that never
//! come (network drives, some containers) all end in the same place.

mod bell;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use course::{Course, Exercise, Number};

use crate::grade::Grader;
use crate::refusal::Refusal;
use crate::report;
use crate::screen::Screen;

use bell::Bell;

/// Watches until Ctrl-C ends the process.
///
/// # Errors
///
/// There is nothing to watch, or the screen is gone.
pub fn watch(
    course: &Course,
    screen: &mut Screen,
    poll: bool,
    limit: Duration,
) -> Result<ExitCode> {
    let folders = folders(course);
    if folders.is_empty() {
        return Err(Refusal("nothing to watch yet; try: cargo learn".to_owned()).into());
    }
    let bell = if poll { Bell::polling() } else { Bell::new(&folders) };
    let mut seen = stubs(course);
    for folder in &folders {
        let shown = folder.strip_prefix(&course.root).unwrap_or(folder).display();
        screen.line(format_args!("watching {}", shown.to_string().replace('\\', "/")))?;
    }
    screen.line(format_args!("{} exercises, {}; Ctrl-C ends this", seen.len(), bell.means()))?;
    screen.next(report::next_exercise(course))?;
    let never = watch_on(course, screen, &bell, &mut seen, limit)?;
    match never {}
}

fn watch_on(
    course: &Course,
    screen: &mut Screen,
    bell: &Bell,
    seen: &mut BTreeMap<Number, String>,
    limit: Duration,
) -> Result<Infallible> {
    loop {
        bell.wait();
        for (number, source) in stubs(course) {
            if seen.get(&number) == Some(&source) {
                continue;
            }
            seen.insert(number, source);
            if let Some(exercise) = course.exercise(number) {
                grade(course, screen, exercise, limit)?;
            }
        }
    }
}

fn grade(course: &Course, screen: &mut Screen, exercise: &Exercise, limit: Duration) -> Result<()> {
    screen.line("")?;
    let mut grader = Grader::new(&course.root, limit);
    match report::grade(&mut grader, exercise, screen) {
        Ok(grade) => {
            let advice = report::advice(exercise, &grade);
            screen.next(advice.unwrap_or_else(|| report::next_exercise(course)))?;
        }
        // A file that vanished in between, or a cargo that failed once: the next save may mend it.
        Err(error) if !crate::is_closed_pipe(&error) => screen.line(format_args!("  {error:#}"))?,
        Err(error) => return Err(error),
    }
    screen.line("waiting for the next save")?;
    Ok(())
}

/// The stubs as they are now; one that cannot be read (it may just be saved) is left out.
fn stubs(course: &Course) -> BTreeMap<Number, String> {
    let read = |exercise: &Exercise| Some((exercise.number(), exercise.read_stub().ok()?));
    course.exercises().filter_map(read).collect()
}

/// The folders that hold the stubs.
fn folders(course: &Course) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = course
        .exercises()
        .filter_map(|exercise| exercise.stub().parent().map(PathBuf::from))
        .filter(|folder| folder.is_dir())
        .collect();
    folders.dedup();
    folders
}
