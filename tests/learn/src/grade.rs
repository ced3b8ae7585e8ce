//! Grades an answer: builds its chapter's tests and runs each claim in a process of its own.
//!
//! One process a claim, so that an answer that hangs or aborts in one claim is still graded on
//! all the others, and so that each claim's output is its own.

mod claims;
mod diagnosis;
mod excerpt;

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;
use course::wrong::Contract;
use course::{Exercise, contract, waiting};

use crate::cargo::{self, Build};

use claims::Subject;

/// The test targets that grade a chapter's exercises.
const TARGETS: [(Contract, &str); 2] =
    [(Contract::Real, "exercises"), (Contract::Modelled, "exercises_modelled")];

/// What came of grading one exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grade {
    /// The stub still holds this many `todo!`s.
    Waits(usize),
    /// There is no stub.
    Missing,
    /// The stub is there and cannot be read, for this reason: it may be no UTF-8 text.
    Unreadable(String),
    /// The chapter does not compile.
    DoesNotCompile {
        /// The compiler's errors.
        errors: String,
        /// The file at fault, if it is not this exercise's.
        elsewhere: Option<String>,
    },
    /// How many claims hold, of how many.
    Graded {
        /// Those that hold.
        hold: usize,
        /// All.
        of: usize,
        /// What the compiler warns of in the learner's file.
        warnings: String,
    },
}

impl Grade {
    /// True if every claim holds, and there is one.
    pub fn is_solved(&self) -> bool {
        matches!(self, Grade::Graded { hold, of, .. } if hold == of && *of > 0)
    }
}

/// One claim and what came of it.
#[derive(Debug)]
pub struct Claim {
    /// The claim in words.
    pub words: String,
    /// Whether it holds, or what the learner should read.
    pub verdict: Verdict,
}

/// What came of one claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails {
        /// How it ended, in a few words.
        how: String,
        /// What the test wrote.
        diagnosis: String,
    },
}

/// Grades exercises; builds each chapter once.
#[derive(Debug)]
pub struct Grader<'a> {
    root: &'a Path,
    /// How long one claim may take.
    limit: Duration,
    builds: HashMap<String, Rc<Build>>,
}

impl<'a> Grader<'a> {
    /// A grader that has built nothing yet. Make a new one after a file has changed.
    pub fn new(root: &'a Path, limit: Duration) -> Grader<'a> {
        Grader { root, limit, builds: HashMap::new() }
    }

    /// Grades one exercise and hands each claim on as soon as it and those before it are done.
    ///
    /// # Errors
    ///
    /// A file cannot be read, cargo cannot be started, or `each` fails.
    pub fn grade(
        &mut self,
        exercise: &Exercise,
        each: &mut dyn FnMut(&Claim) -> io::Result<()>,
    ) -> Result<Grade> {
        if !exercise.stub().exists() {
            return Ok(Grade::Missing);
        }
        let source = match exercise.read_stub() {
            Ok(source) => source,
            Err(error) => return Ok(Grade::Unreadable(error.advice)),
        };
        if waiting::waits(&source) {
            return Ok(Grade::Waits(waiting::todos(&source)));
        }
        let build = self.build(&exercise.chapter)?;
        if !build.is_success {
            return Ok(does_not_compile(exercise, &build));
        }
        let subjects = self.subjects(exercise, &build)?;
        let (of, mut hold) = (subjects.len(), 0);
        claims::run_all(&subjects, self.limit, &mut |claim| {
            hold += usize::from(claim.verdict == Verdict::Holds);
            each(&claim)
        })?;
        let warnings = build.warnings(&exercise.shown(&exercise.stub()));
        Ok(Grade::Graded { hold, of, warnings })
    }

    /// The chapter's tests, built at most once.
    fn build(&mut self, chapter: &str) -> Result<Rc<Build>> {
        if let Some(build) = self.builds.get(chapter) {
            return Ok(Rc::clone(build));
        }
        let tests = cargo::folder(self.root, "chapters", chapter).join("tests");
        let mut arguments = vec!["test", "--no-run", "--package", chapter];
        for (_, target) in TARGETS {
            if tests.join(target).with_extension("rs").exists() {
                arguments.extend(["--test", target]);
            }
        }
        let build = Rc::new(cargo::build(self.root, &format!("building {chapter}"), &arguments)?);
        self.builds.insert(chapter.to_owned(), Rc::clone(&build));
        Ok(build)
    }

    /// Every claim of the exercise, with the test that makes it.
    fn subjects(&self, exercise: &Exercise, build: &Build) -> Result<Vec<Subject>> {
        let folder = cargo::folder(self.root, "chapters", &exercise.chapter);
        let mut subjects = Vec::new();
        for ((kind, target), file) in TARGETS.iter().zip([exercise.contract(), exercise.model()]) {
            let source = match std::fs::read_to_string(&file) {
                Ok(source) => source,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(course::Error::new(&file, error.to_string()).into()),
            };
            let executable = build.executable(&folder, target);
            subjects.extend(contract::claims(&source).into_iter().map(|claim| Subject {
                test: format!("{}::{}", kind.module(&exercise.name), claim.name),
                words: claim.name.replace('_', " "),
                executable: executable.cloned(),
            }));
        }
        Ok(subjects)
    }
}

fn does_not_compile(exercise: &Exercise, build: &Build) -> Grade {
    let own = exercise.shown(&exercise.stub());
    let files: Vec<&str> = build
        .messages
        .iter()
        .filter(|message| message.is_error && !message.file.is_empty())
        .map(|message| message.file.as_str())
        .collect();
    let elsewhere = match files.first() {
        Some(first) if !files.iter().any(|file| file.ends_with(&own)) => Some((*first).to_owned()),
        _ => None,
    };
    Grade::DoesNotCompile { errors: build.errors(), elsewhere }
}
