//! The answer passes its contract, and each wrong answer is caught by the test it names.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use course::wrong::Contract;
use course::{Chapter, Course, Exercise};

use crate::cargo::{self, Build};
use crate::process;

use super::outcomes::Outcomes;
use super::{Findings, sources};

/// How long all tests of one executable may take. Each wrong answer has its own limit within.
const LIMIT: Duration = Duration::from_secs(10 * 60);

/// How much of an executable's output is kept.
const CAP: usize = 4 << 20;

/// The tests of a solution, by the kind of contract: for the answer, for the wrong answers.
const TARGETS: [(Contract, &str, &str); 2] = [
    (Contract::Real, "solution", "wrong_answers"),
    (Contract::Modelled, "solution_modelled", "wrong_answers_modelled"),
];

/// Builds and runs the solutions' tests. Returns a note for each chapter that could not be proven
/// because of a learner's own file.
pub(super) fn look(course: &Course, findings: &mut Findings) -> Result<Vec<String>> {
    let mut arguments = vec!["build", "--workspace", "--tests", "--keep-going"];
    if cfg!(windows) {
        // There a running program's file cannot be written anew, and this is one.
        arguments.extend(["--exclude", "learn"]);
    }
    let build = cargo::build(&course.root, "building the answers", &arguments)?;
    let blocked_by = if build.is_success { None } else { blocked_by(course, &build) };
    if !build.is_success && blocked_by.is_none() {
        let errors = build.errors();
        findings.general(format!("the course does not compile:\n{}", errors.trim_end()));
    }
    let mut notes = Vec::new();
    for chapter in course.chapters.iter().filter(|chapter| !chapter.exercises.is_empty()) {
        match &blocked_by {
            Some(file) if !is_built(course, chapter, &build) => {
                let name = &chapter.name;
                notes.push(format!("{name} is not proven: yours does not compile ({file})"));
            }
            _ => run(course, chapter, &build, findings)?,
        }
    }
    Ok(notes)
}

/// A learner's own file that does not compile.
fn blocked_by(course: &Course, build: &Build) -> Option<String> {
    let errors = build.messages.iter().filter(|message| message.is_error);
    let files: Vec<&str> = errors.map(|message| message.file.as_str()).collect();
    let yours = course.exercises().filter(|exercise| !exercise.waits());
    let mut stubs = yours.map(|exercise| exercise.shown(&exercise.stub()));
    stubs.find(|stub| files.iter().any(|file| file.ends_with(stub.as_str())))
}

fn is_built(course: &Course, chapter: &Chapter, build: &Build) -> bool {
    let folder = cargo::folder(&course.root, "solutions", &chapter.name);
    build.of(&folder).next().is_some()
}

fn run(course: &Course, chapter: &Chapter, build: &Build, findings: &mut Findings) -> Result<()> {
    for (kind, solution, wrong_answers) in TARGETS {
        let solution = outcomes(course, chapter, build, solution)?;
        let wrong_answers = outcomes(course, chapter, build, wrong_answers)?;
        for exercise in &chapter.exercises {
            compare(exercise, &solution, promised(exercise, kind), findings);
            compare(exercise, &wrong_answers, caught(exercise, kind)?, findings);
        }
    }
    Ok(())
}

/// Runs one test of the chapter's solution.
fn outcomes(course: &Course, chapter: &Chapter, build: &Build, target: &str) -> Result<Ran> {
    let folder = cargo::folder(&course.root, "solutions", &chapter.name);
    let file = format!("solutions/{}/tests/{target}.rs", chapter.name);
    let Some(executable) = build.executable(&folder, target) else {
        return Ok(Ran { file, outcomes: None });
    };
    let mut command = Command::new(&executable.path);
    command.args(["--color", "never"]).env("RUST_BACKTRACE", "0").current_dir(&executable.folder);
    let run = process::run(&mut command, LIMIT, CAP)?;
    Ok(Ran { file, outcomes: Some(Outcomes::read(&run.stdout)) })
}

/// One test of a solution: its file, and the outcomes if it could be built.
struct Ran {
    file: String,
    outcomes: Option<Outcomes>,
}

/// A test that must pass.
struct Wanted {
    /// Its name.
    test: String,
    /// What it speaks of.
    subject: String,
    /// What runs it alone.
    filter: String,
}

/// The claims that our answer must keep.
fn promised(exercise: &Exercise, kind: Contract) -> Vec<Wanted> {
    let claims = sources::claims(exercise).into_iter().filter(|(of, _)| *of == kind);
    claims
        .flat_map(|(_, claims)| claims)
        .map(|claim| {
            let test = format!("{}::{claim}", kind.module(&exercise.name));
            Wanted { subject: format!("our answer: {test}"), filter: test.clone(), test }
        })
        .collect()
}

/// The wrong answers that must be caught.
fn caught(exercise: &Exercise, kind: Contract) -> Result<Vec<Wanted>> {
    let headers = sources::headers(exercise)?.into_iter();
    Ok(headers
        .filter(|(_, header)| header.contract == kind)
        .map(|(mistake, header)| {
            let id = format!("{}/{mistake}", exercise.name);
            let claim = format!("{}::{}", kind.module(&exercise.name), header.claim);
            let test = format!("{} {id} is caught by {claim}", header.number);
            Wanted { test, subject: format!("wrong answer {mistake}"), filter: id }
        })
        .collect())
}

fn compare(exercise: &Exercise, ran: &Ran, wanted: Vec<Wanted>, findings: &mut Findings) {
    let Some(outcomes) = &ran.outcomes else {
        if !wanted.is_empty() {
            let file = &ran.file;
            findings.about(exercise, format!("{file}: missing, or it does not compile"));
        }
        return;
    };
    for Wanted { test, subject, filter } in wanted {
        if let Some(why) = outcomes.failure(&test) {
            let retry = format!("cargo test -p solutions-{} -- {filter}", exercise.chapter);
            findings.about(exercise, format!("{subject}: {why}; see: {retry}"));
        }
    }
}
