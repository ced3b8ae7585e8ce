//! Runs each wrong answer in a process of its own and demands that its test catches it.
//!
//! A wrong answer may panic, abort or hang, so it cannot share a process with anything else. The
//! test binary starts itself once per wrong answer: a variable in the environment says which, and
//! that child runs the one claim which its header names. The trial passes only if the child fails
//! in time and its output holds the diagnosis that the learner is promised.

mod child;

use std::env;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

use child::{End, Output};

/// Tells a child which wrong answer it is, as `NAME/MISTAKE`.
const CHOICE: &str = "COURSE_WRONG_ANSWER";

/// How long one claim may take. The watchdog within a contract speaks up well before that.
const LIMIT: Duration = Duration::from_secs(10);

/// Trials at a time, unless `--test-threads` says otherwise. Most of them wait for a watchdog.
const AT_A_TIME: usize = 8;

/// One wrong answer, as written into the table by `course::build::solutions`.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    /// The number of the exercise.
    pub exercise: &'static str,
    /// The name of the exercise.
    pub name: &'static str,
    /// The file name of the wrong answer, without `.rs`.
    pub mistake: &'static str,
    /// The test that must catch it, as `NAME_contract::claim`.
    pub caught_by: &'static str,
    /// A literal piece of the failure's text.
    pub diagnosis: &'static str,
    /// That test, compiled against the wrong answer.
    pub claim: fn(),
}

impl Answer {
    fn id(&self) -> String {
        format!("{}/{}", self.name, self.mistake)
    }

    fn trial_name(&self) -> String {
        format!("{} {} is caught by {}", self.exercise, self.id(), self.caught_by)
    }
}

/// The `main` of a test binary: one trial per wrong answer, with the flags `cargo test` knows.
pub fn main(answers: &'static [Answer]) -> ExitCode {
    if let Some(choice) = env::var_os(CHOICE) {
        return match answers.iter().find(|answer| choice == *answer.id()) {
            Some(answer) => be(answer),
            None => {
                eprintln!("no wrong answer is called {}", choice.display());
                ExitCode::from(2)
            }
        };
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(AT_A_TIME));
    let trials = answers
        .iter()
        .map(|answer| Trial::test(answer.trial_name(), move || trial(answer)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Runs the claim against this wrong answer, within the child.
fn be(answer: &Answer) -> ExitCode {
    // The thread's name heads a panic's message, as it does under the usual harness.
    let claim = thread::Builder::new().name(answer.caught_by.to_owned()).spawn(answer.claim);
    match claim.map(thread::JoinHandle::join) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(_panic)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("no thread for the claim: {error}");
            ExitCode::from(2)
        }
    }
}

/// Starts the child and judges how it ended.
fn trial(answer: &Answer) -> Result<(), Failed> {
    let id = answer.id();
    let output = child::run(&[(CHOICE, &id), ("RUST_BACKTRACE", "0")], LIMIT)?;
    verdict(&output, answer)
        .map_err(|why| Failed::from(format!("{why}\n--- what the test wrote ---\n{}", output.text)))
}

/// Whether the child failed as promised.
fn verdict(output: &Output, answer: &Answer) -> Result<(), String> {
    match output.end {
        End::Killed => Err(format!(
            "{} hung for {} s and was killed: put the claim under a watchdog",
            answer.caught_by,
            LIMIT.as_secs()
        )),
        End::Passed => Err(format!("{} passes: it does not catch this", answer.caught_by)),
        End::Failed if output.text.contains(answer.diagnosis) => Ok(()),
        End::Failed => Err(format!("the failure does not say `{}`", answer.diagnosis)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: Answer = Answer {
        exercise: "1.1",
        name: "echo",
        mistake: "forgets",
        caught_by: "echo_contract::bytes_come_back",
        diagnosis: "3 bytes are missing",
        claim: || {},
    };

    fn judged(end: End, text: &str) -> Result<(), String> {
        verdict(&Output { end, text: text.to_owned() }, &ANSWER)
    }

    #[test]
    fn a_trial_is_named_after_the_mistake_and_its_test() {
        let name = "1.1 echo/forgets is caught by echo_contract::bytes_come_back";
        assert_eq!(ANSWER.trial_name(), name);
    }

    #[test]
    fn only_a_failure_with_the_diagnosis_counts_as_caught() {
        assert_eq!(judged(End::Failed, "panicked: 3 bytes are missing\n"), Ok(()));
        assert!(judged(End::Failed, "panicked: overflow").is_err());
        assert!(judged(End::Passed, "3 bytes are missing").is_err());
        assert!(judged(End::Killed, "3 bytes are missing").is_err());
    }
}
