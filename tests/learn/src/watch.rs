//! `cargo learn watch`: grades an exercise again each time it is saved.
//!
//! A file event only says "look again": what has changed is found by comparing the stubs with
//! what they were. So editors that save by renaming, events that come twice and events that never
//! come (network drives, some containers) all end in the same place.

mod bell;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::Result;
use course::{Course, Exercise, Number};

use crate::grade::Grader;
use crate::refusal::Refusal;
use crate::report;
use crate::screen::Screen;

use bell::Bell;

/// What was saved last of each stub, and when: a save without a change is one, too.
type Stubs = BTreeMap<Number, (String, Option<SystemTime>)>;

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
    seen: &mut Stubs,
    limit: Duration,
) -> Result<Infallible> {
    loop {
        bell.wait();
        let now = stubs(course);
        for exercise in course.exercises() {
            let number = exercise.number();
            match now.get(&number) {
                Some(save) if seen.get(&number) != Some(save) => {
                    seen.insert(number, save.clone());
                    grade(course, screen, exercise, limit)?;
                }
                None if !exercise.stub().exists() && seen.remove(&number).is_some() => {
                    gone(screen, exercise)?;
                }
                _ => {}
            }
        }
    }
}

/// Tells that a stub was deleted, or renamed so that it cannot be found any more.
fn gone(screen: &mut Screen, exercise: &Exercise) -> io::Result<()> {
    let (number, file) = (exercise.number(), exercise.shown(&exercise.stub()));
    screen.line(format_args!("\n{number} {} is gone ({file})", exercise.title.text))?;
    screen
        .next(format_args!("rename it back, or bring the stub back: cargo learn reset {number}"))?;
    screen.line("waiting for the next save")
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
fn stubs(course: &Course) -> Stubs {
    let read = |exercise: &Exercise| {
        let source = exercise.read_stub().ok()?;
        // Where the system does not tell the time of a save, the text alone must do.
        let time = fs::metadata(exercise.stub()).and_then(|file| file.modified()).ok();
        Some((exercise.number(), (source, time)))
    };
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
