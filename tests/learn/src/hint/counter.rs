//! How many hints to an exercise have been shown: the only thing that is remembered.

use std::fs;
use std::io;
use std::path::PathBuf;

use course::{Course, Exercise};

/// The number of hints shown so far, in a file of its own. If it is lost, the hints start anew.
#[derive(Debug)]
pub struct Counter {
    file: PathBuf,
}

impl Counter {
    /// The counter of `exercise`, below the folder that `cargo clean` removes.
    pub fn of(course: &Course, exercise: &Exercise) -> Counter {
        let folder = course.root.join("target").join("learn").join("hints");
        Counter { file: folder.join(exercise.number().to_string()) }
    }

    /// How many have been shown; none if nobody knows.
    pub fn shown(&self) -> usize {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        text.trim().parse().unwrap_or_default()
    }

    /// Remembers that the hints up to `step` have been shown.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn remember(&self, step: usize) -> io::Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.file, step.to_string())
    }

    /// Forgets it. True if there was something to forget.
    ///
    /// # Errors
    ///
    /// The file is there and cannot be removed.
    pub fn forget(&self) -> io::Result<bool> {
        let known = self.shown() > 0;
        if known {
            fs::remove_file(&self.file)?;
        }
        Ok(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_or_damaged_counter_starts_anew() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let counter = Counter { file: folder.path().join("hints").join("1.1") };
        assert_eq!(counter.shown(), 0);
        assert!(!counter.forget().expect("nothing to forget"));
        counter.remember(2).expect("written");
        assert_eq!(counter.shown(), 2);
        assert!(counter.forget().expect("removed"));
        assert_eq!(counter.shown(), 0);
        fs::write(&counter.file, "many").expect("a file");
        assert_eq!(counter.shown(), 0);
    }
}
