//! One exercise, and where its files lie.

use std::path::{Path, PathBuf};

use crate::files;
use crate::{Error, Number, Title, stub, waiting};

/// One exercise. Knows its files; reads them anew each time it is asked.
#[derive(Debug, Clone)]
pub struct Exercise {
    /// Number and title, as the first line of the stub (or of the answer) gives them.
    pub title: Title,
    /// Its name: the stub is `src/exercises/NAME.rs`.
    pub name: String,
    /// The folder name of its chapter, which is the package's name too.
    pub chapter: String,
    /// The root of the course.
    root: PathBuf,
}

impl Exercise {
    pub(crate) fn new(root: &Path, chapter: &str, name: &str, title: Title) -> Exercise {
        let (name, chapter) = (name.to_owned(), chapter.to_owned());
        Exercise { title, name, chapter, root: root.to_path_buf() }
    }

    /// The exercise's number.
    pub fn number(&self) -> Number {
        self.title.number
    }

    /// The file the learner fills in.
    pub fn stub(&self) -> PathBuf {
        self.in_chapter("src/exercises", "", "rs")
    }

    /// The three hints.
    pub fn hints(&self) -> PathBuf {
        self.in_chapter("hints", "", "md")
    }

    /// The claims on real threads.
    pub fn contract(&self) -> PathBuf {
        self.in_chapter("tests/contract", "", "rs")
    }

    /// The claims under a model of all schedules. The file need not exist.
    pub fn model(&self) -> PathBuf {
        self.in_chapter("tests/contract", "_model", "rs")
    }

    /// The answer, with the markers its stub is derived from.
    pub fn answer(&self) -> PathBuf {
        self.solutions().join("src").join(format!("{}.rs", self.name))
    }

    /// The folder of its wrong answers.
    pub fn wrong(&self) -> PathBuf {
        self.solutions().join("wrong").join(&self.name)
    }

    /// `path` as seen from the root of the course, with `/` on every system.
    pub fn shown(&self, path: &Path) -> String {
        let path = path.strip_prefix(&self.root).unwrap_or(path);
        path.display().to_string().replace('\\', "/")
    }

    /// What the ignored tests of a waiting exercise say.
    pub fn waiting_message(&self) -> String {
        format!("exercise {} waits for you in src/exercises/{}.rs", self.number(), self.name)
    }

    /// The learner's file as it is now.
    ///
    /// # Errors
    ///
    /// The file is missing or cannot be read.
    pub fn read_stub(&self) -> Result<String, Error> {
        files::read(&self.stub())
    }

    /// True as long as the stub holds a `todo!`; a missing stub does not wait.
    pub fn waits(&self) -> bool {
        self.read_stub().is_ok_and(|source| waiting::waits(&source))
    }

    /// The stub as derived from the answer.
    ///
    /// # Errors
    ///
    /// There is no answer, or its markers do not pair up.
    pub fn derived_stub(&self) -> Result<String, Error> {
        stub::derive(&self.answer(), &files::read(&self.answer())?)
    }

    /// The answer without its markers.
    ///
    /// # Errors
    ///
    /// There is no answer, or it cannot be read.
    pub fn shown_answer(&self) -> Result<String, Error> {
        Ok(stub::shown(&files::read(&self.answer())?))
    }

    fn in_chapter(&self, folder: &str, suffix: &str, extension: &str) -> PathBuf {
        let mut path = self.root.join("chapters").join(&self.chapter);
        path.extend(folder.split('/'));
        path.join(format!("{}{suffix}.{extension}", self.name))
    }

    fn solutions(&self) -> PathBuf {
        self.root.join("solutions").join(&self.chapter)
    }
}
