//! `cargo learn reset N.M`: the stub as it was, with yours kept beside it.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use course::Course;

use crate::find;
use crate::hint::Counter;
use crate::screen::Screen;

/// How many backups of one exercise there may be.
const BACKUPS: u32 = 999;

/// Puts the derived stub in place of yours, and lets its hints start anew.
///
/// # Errors
///
/// There is no such exercise, the stub cannot be derived, or a file cannot be written.
pub fn reset(course: &Course, screen: &mut Screen, number: &str) -> Result<ExitCode> {
    let exercise = find::exercise(course, number, "reset")?;
    let (number, file) = (exercise.number(), exercise.stub());
    let stub = exercise.derived_stub()?;
    let yours = if file.exists() { Some(fs::read(&file)?) } else { None };
    if yours.as_deref() == Some(stub.as_bytes()) {
        screen.line(format_args!("{} is the untouched stub already", exercise.shown(&file)))?;
    } else {
        if let Some(yours) = yours {
            let kept = back_up(&file, &yours)
                .with_context(|| format!("no backup of {}, so it stays", file.display()))?;
            screen.line(format_args!("yours is kept as {}", exercise.shown(&kept)))?;
        }
        write_whole(&file, &stub).with_context(|| format!("cannot write {}", file.display()))?;
        screen.line(format_args!("{} is the stub again", exercise.shown(&file)))?;
    }
    match Counter::of(course, exercise).forget() {
        Ok(true) => screen.line("its hints start anew")?,
        Ok(false) => {}
        Err(error) => screen.line(format_args!("its hints do not start anew: {error}"))?,
    }
    screen.next(format_args!("fill it in, then: cargo learn check {number}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes `yours` to the first free `NAME.rs.bak-K` beside `file`; git and cargo ignore it there.
///
/// Beside the stub, not in the target folder: `cargo clean` must not delete a learner's work.
fn back_up(file: &Path, yours: &[u8]) -> Result<PathBuf> {
    for k in 1..=BACKUPS {
        let mut name = file.as_os_str().to_owned();
        name.push(format!(".bak-{k}"));
        let path = PathBuf::from(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut backup) => {
                backup.write_all(yours)?;
                backup.sync_all()?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
    }
    bail!("{BACKUPS} backups lie there already; delete some")
}

/// Writes the file whole or not at all: first beside it, then renamed over it.
fn write_whole(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = file.with_extension("rs.new");
    fs::write(&beside, text)?;
    fs::rename(&beside, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_never_overwrites_another() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("echo.rs");
        let first = back_up(&file, b"one").expect("a backup");
        let second = back_up(&file, b"two").expect("a backup");
        assert_eq!(first, folder.path().join("echo.rs.bak-1"));
        assert_eq!(second, folder.path().join("echo.rs.bak-2"));
        assert_eq!(fs::read(first).expect("the first"), b"one");
    }

    #[test]
    fn the_stub_replaces_what_was_there() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("exercises").join("echo.rs");
        write_whole(&file, "one").expect("written");
        write_whole(&file, "two").expect("written");
        assert_eq!(fs::read(&file).expect("the file"), b"two");
        assert_eq!(fs::read_dir(folder.path().join("exercises")).expect("a folder").count(), 1);
    }
}
