//! Files that belong to no exercise: a name mistyped, an exercise renamed by half.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Result;
use course::{Chapter, Course, rust_files};

use super::Findings;

/// Looks into the folders that hold one file (or folder) per exercise.
pub(super) fn look(course: &Course, findings: &mut Findings) -> Result<()> {
    for chapter in &course.chapters {
        for (folder, allowed) in folders(course, chapter) {
            for path in entries(&folder)? {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let is_ours = allowed.contains(name) || is_an_editors(name);
                if !is_ours {
                    report(course, &path, findings);
                }
            }
        }
        wrong_answers(course, chapter, findings)?;
    }
    Ok(())
}

/// Each folder with the names that may lie there.
fn folders(course: &Course, chapter: &Chapter) -> [(PathBuf, BTreeSet<String>); 4] {
    let names = || chapter.exercises.iter().map(|exercise| exercise.name.as_str());
    let with = |suffix: &'static str| names().map(move |name| format!("{name}{suffix}"));
    let home = course.root.join("chapters").join(&chapter.name);
    let answers = course.root.join("solutions").join(&chapter.name);
    [
        (home.join("src").join("exercises"), with(".rs").chain(["mod.rs".to_owned()]).collect()),
        (home.join("hints"), with(".md").collect()),
        (home.join("tests").join("contract"), with(".rs").chain(with("_model.rs")).collect()),
        (answers.join("wrong"), with("").collect()),
    ]
}

/// Within the folder of an exercise's wrong answers there are Rust files only.
fn wrong_answers(course: &Course, chapter: &Chapter, findings: &mut Findings) -> Result<()> {
    for exercise in &chapter.exercises {
        let ours: BTreeSet<PathBuf> =
            rust_files(&exercise.wrong())?.into_iter().map(|(_, path)| path).collect();
        for path in entries(&exercise.wrong())? {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if !ours.contains(&path) && !is_an_editors(name) {
                report(course, &path, findings);
            }
        }
    }
    Ok(())
}

fn report(course: &Course, path: &Path, findings: &mut Findings) {
    let path = path.strip_prefix(&course.root).unwrap_or(path).display();
    let path = path.to_string().replace('\\', "/");
    findings.general(format!("{path} belongs to no exercise; rename or delete it"));
}

/// A backup of ours, or a file that an editor or a desktop puts down while somebody works.
fn is_an_editors(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || name.contains(".rs.bak-")
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(course::Error::new(folder, error.to_string()).into()),
    };
    let mut paths = Vec::new();
    for entry in listing {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
