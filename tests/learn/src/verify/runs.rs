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
    let mut notes = Vec::new();
    for chapter in course.chapters.iter().filter(|chapter| !chapter.exercises.is_empty()) {
        match blocked_by(course, &build) {
            Some(file) if !build.is_success && !is_built(course, chapter, &build) => {
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
    build.executables.iter().any(|one| one.folder == folder)
}

fn run(course: &Course, chapter: &Chapter, build: &Build, findings: &mut Findings) -> Result<()> {
    for (kind, solution, wrong_answers) in TARGETS {
        let solution = outcomes(course, chapter, build, solution)?;
        let caught = outcomes(course, chapter, build, wrong_answers)?;
        for exercise in &chapter.exercises {
            passes(exercise, kind, &solution, findings);
            is_caught(exercise, kind, &caught, findings)?;
        }
    }
    Ok(())
}

/// Runs one test of the chapter's solution; without an executable there are no outcomes.
fn outcomes(course: &Course, chapter: &Chapter, build: &Build, target: &str) -> Result<Outcomes> {
    let folder = cargo::folder(&course.root, "solutions", &chapter.name);
    let Some(executable) = build.executable(&folder, target) else {
        return Ok(Outcomes::default());
    };
    let mut command = Command::new(&executable.path);
    command.args(["--color", "never"]).env("RUST_BACKTRACE", "0").current_dir(&executable.folder);
    let run = process::run(&mut command, LIMIT, CAP)?;
    Ok(Outcomes::read(&run.stdout))
}

fn passes(exercise: &Exercise, kind: Contract, outcomes: &Outcomes, findings: &mut Findings) {
    for (_, claims) in sources::claims(exercise).into_iter().filter(|(of, _)| *of == kind) {
        for claim in claims {
            let test = format!("{}::{claim}", kind.module(&exercise.name));
            if let Some(why) = outcomes.failure(&test) {
                let retry = retry(exercise, &test);
                findings.about(exercise, format!("our answer: {test}: {why}; see: {retry}"));
            }
        }
    }
}

fn is_caught(
    exercise: &Exercise,
    kind: Contract,
    outcomes: &Outcomes,
    findings: &mut Findings,
) -> Result<()> {
    let headers = sources::headers(exercise)?.into_iter();
    for (mistake, header) in headers.filter(|(_, header)| header.contract == kind) {
        let (number, name) = (header.number, &exercise.name);
        let test = format!("{}::{}", kind.module(name), header.claim);
        let trial = format!("{number} {name}/{mistake} is caught by {test}");
        if let Some(why) = outcomes.failure(&trial) {
            let retry = retry(exercise, &format!("{name}/{mistake}"));
            findings.about(exercise, format!("wrong answer {mistake}: {why}; see: {retry}"));
        }
    }
    Ok(())
}

fn retry(exercise: &Exercise, filter: &str) -> String {
    format!("cargo test -p solutions-{} -- {filter}", exercise.chapter)
}
