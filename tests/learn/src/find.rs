//! Finds what the command line names: the course, an exercise, a chapter.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Result;
use course::{Chapter, Course, Exercise};

use crate::refusal::Refusal;

/// The root of the course: as told, else above the current folder, else where this was built.
pub fn root(told: Option<PathBuf>) -> PathBuf {
    let here = || {
        let current = env::current_dir().ok()?;
        current.ancestors().find(|folder| is_root(folder)).map(Path::to_path_buf)
    };
    let built = || {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        package.ancestors().nth(2).unwrap_or(package).to_path_buf()
    };
    told.or_else(here).unwrap_or_else(built)
}

fn is_root(folder: &Path) -> bool {
    ["chapters", "solutions", "Cargo.toml"].iter().all(|name| folder.join(name).exists())
}

/// The exercise that `text` names.
///
/// # Errors
///
/// A refusal that lists which exercises there are.
pub fn exercise<'a>(course: &'a Course, text: &str, command: &str) -> Result<&'a Exercise> {
    if let Ok(number) = text.parse()
        && let Some(exercise) = course.exercise(number)
    {
        return Ok(exercise);
    }
    let numbers: Vec<_> = course.exercises().map(|one| one.number().to_string()).collect();
    let known = match numbers.first() {
        None => "this course has none yet".to_owned(),
        Some(first) => {
            format!("there are {}; try: cargo learn {command} {first}", numbers.join(", "))
        }
    };
    Err(Refusal(format!("no exercise {text}: {known}")).into())
}

/// True if the chapter has a program.
pub fn runs(course: &Course, chapter: &Chapter) -> bool {
    let folder = course.root.join("chapters").join(&chapter.name);
    folder.join("src").join("main.rs").is_file()
}

/// The chapter that `text` names, by its number or its folder.
///
/// # Errors
///
/// A refusal that lists which chapters there are, or which of them can be run.
pub fn program<'a>(course: &'a Course, text: &str) -> Result<&'a Chapter> {
    let runs = |chapter: &&Chapter| runs(course, chapter);
    let named = |chapter: &&Chapter| text.parse() == Ok(chapter.number) || chapter.name == text;
    let found = course.chapters.iter().find(named);
    if let Some(chapter) = found.filter(runs) {
        return Ok(chapter);
    }
    let what = match found {
        Some(chapter) => format!("chapter {} has no program", chapter.number),
        None => format!("no chapter {text}"),
    };
    let programs: Vec<_> = course.chapters.iter().filter(runs).collect();
    let known = match programs.first() {
        None => "no chapter has a program yet".to_owned(),
        Some(first) => {
            let numbers: Vec<_> = programs.iter().map(|one| one.number.to_string()).collect();
            let one = if numbers.len() == 1 { "chapter" } else { "chapters" };
            format!(
                "you can run {one} {}; try: cargo learn run {}",
                numbers.join(", "),
                first.number
            )
        }
    };
    Err(Refusal(format!("{what}: {known}")).into())
}
