//! Every chapter and every exercise, found by walking the folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::files;
use crate::{Error, Exercise, Number, Title};

/// The whole course.
#[derive(Debug, Clone)]
pub struct Course {
    /// Its root, which holds `chapters/` and `solutions/`.
    pub root: PathBuf,
    /// Its chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// One chapter. It may have no exercises.
#[derive(Debug, Clone)]
pub struct Chapter {
    /// Its number: 1 for `ch01-thread-per-connection`.
    pub number: u32,
    /// Its folder name, which is the package's name too.
    pub name: String,
    /// Its exercises, in order.
    pub exercises: Vec<Exercise>,
}

impl Course {
    /// Reads the course at `root`.
    ///
    /// # Errors
    ///
    /// `root` holds no course, a file cannot be read, or two exercises have the same number.
    pub fn open(root: &Path) -> Result<Course, Error> {
        let folder = root.join("chapters");
        if !folder.is_dir() {
            return Err(Error::new(root, "no course here: it has no folder `chapters`"));
        }
        let mut chapters = Vec::new();
        for path in files::entries(&folder)? {
            if let Some(number) = chapter_number(files::name(&path)) {
                chapters.push(Chapter::open(root, number, files::name(&path))?);
            }
        }
        Ok(Course { root: root.to_path_buf(), chapters })
    }

    /// All exercises, in order.
    pub fn exercises(&self) -> impl Iterator<Item = &Exercise> {
        self.chapters.iter().flat_map(|chapter| &chapter.exercises)
    }

    /// The exercise with this number.
    pub fn exercise(&self, number: Number) -> Option<&Exercise> {
        self.exercises().find(|exercise| exercise.number() == number)
    }
}

impl Chapter {
    fn open(root: &Path, number: u32, name: &str) -> Result<Chapter, Error> {
        let stubs = root.join("chapters").join(name).join("src").join("exercises");
        let answers = root.join("solutions").join(name).join("src");
        // An answer alone is enough: a stub that was deleted can then be brought back.
        let names: BTreeSet<String> = files::rust_files(&stubs)?
            .into_iter()
            .chain(files::rust_files(&answers)?)
            .map(|(name, _)| name)
            .filter(|name| name != "mod" && name != "lib")
            .collect();
        let mut exercises = Vec::new();
        for exercise in names {
            let file = format!("{exercise}.rs");
            if let Some(title) = title(&stubs.join(&file), &answers.join(&file))? {
                exercises.push(Exercise::new(root, name, &exercise, title));
            }
        }
        exercises.sort_by_key(Exercise::number);
        for pair in exercises.windows(2) {
            if pair[0].number() == pair[1].number() {
                let advice = format!("give another number: {} has this too", pair[0].name);
                return Err(Error::new(&pair[1].stub(), advice));
            }
        }
        Ok(Chapter { number, name: name.to_owned(), exercises })
    }
}

/// The title in the stub; if a learner has lost its first line, the answer's. So it is for a stub
/// that is no text at all: the course is still there, and grading that exercise tells.
///
/// A file without a title in either place is no exercise: a learner's own notes may lie there.
fn title(stub: &Path, answer: &Path) -> Result<Option<Title>, Error> {
    for file in [stub, answer] {
        if let Some(source) = files::read_if_text(file)?
            && let Ok(title) = Title::read(file, &source)
        {
            return Ok(Some(title));
        }
    }
    Ok(None)
}

/// 1 for `ch01-thread-per-connection`; nothing for a folder that is no chapter.
fn chapter_number(name: &str) -> Option<u32> {
    let (digits, rest) = name.strip_prefix("ch")?.split_once('-')?;
    (digits.len() == 2 && !rest.is_empty()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
