//! Runs claims, several at a time, and hands them on in their own order.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::cargo::Executable;
use crate::process::{self, Run};

use super::diagnosis::diagnosis;
use super::{Claim, Verdict};

/// How much of a claim's output is kept. The learner is shown a few dozen lines of it.
const CAP: usize = 256 << 10;

/// How many claims run at the same time, at most: they compete for the same processors.
const AT_ONCE: usize = 4;

/// The exit code by which a test harness says that a test failed.
const TEST_FAILED: i32 = 101;

/// A claim and the test that makes it.
#[derive(Debug)]
pub(super) struct Subject {
    /// The test's full name.
    pub(super) test: String,
    /// The claim in words.
    pub(super) words: String,
    /// The executable that should hold the test.
    pub(super) executable: Option<Executable>,
}

/// Runs every claim and hands each on as soon as it and all before it are done.
pub(super) fn run_all(
    subjects: &[Subject],
    limit: Duration,
    each: &mut dyn FnMut(Claim) -> io::Result<()>,
) -> io::Result<()> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(AT_ONCE);
    // Each index is taken once; the counter guards nothing else, so no ordering is needed.
    let taken = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.min(subjects.len()) {
            let (sender, taken) = (sender.clone(), &taken);
            scope.spawn(move || {
                while let Some((index, subject)) = next(subjects, taken) {
                    if sender.send((index, run(subject, limit))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let outcome = in_order(subjects, &receiver, each);
        if outcome.is_err() {
            // Nobody waits for the rest: no further claim is taken, and those that run end now.
            taken.store(subjects.len(), Ordering::Relaxed);
            drop(process::kill_all());
        }
        outcome
    })
}

fn next<'a>(subjects: &'a [Subject], taken: &AtomicUsize) -> Option<(usize, &'a Subject)> {
    let index = taken.fetch_add(1, Ordering::Relaxed);
    subjects.get(index).map(|subject| (index, subject))
}

fn in_order(
    subjects: &[Subject],
    receiver: &mpsc::Receiver<(usize, io::Result<Verdict>)>,
    each: &mut dyn FnMut(Claim) -> io::Result<()>,
) -> io::Result<()> {
    let mut early: Vec<Option<Verdict>> = subjects.iter().map(|_| None).collect();
    let mut shown = 0;
    for (index, verdict) in receiver {
        early[index] = Some(verdict?);
        while let Some(verdict) = early.get_mut(shown).and_then(Option::take) {
            each(Claim { words: subjects[shown].words.clone(), verdict })?;
            shown += 1;
        }
    }
    Ok(())
}

/// Runs one claim in a process of its own.
fn run(subject: &Subject, limit: Duration) -> io::Result<Verdict> {
    let Some(executable) = &subject.executable else {
        return Ok(not_there(subject));
    };
    let mut command = Command::new(&executable.path);
    command
        .args(["--exact", &subject.test])
        // Straight to the stream: what the harness holds back is lost when a test aborts.
        .args(["--nocapture", "--color", "never", "--test-threads", "1"])
        .env("RUST_BACKTRACE", "0")
        .current_dir(&executable.folder);
    let run = process::run(&mut command, limit, CAP)?;
    Ok(verdict(subject, &run, limit))
}

fn verdict(subject: &Subject, run: &Run, limit: Duration) -> Verdict {
    let how = match run.status {
        None => format!("hangs: stopped after {} s", limit.as_secs()),
        Some(status) => match status.code() {
            Some(0) if run.stdout.contains("test result: ok. 1 passed") => return Verdict::Holds,
            Some(0) if run.stdout.contains("running 0 tests") => return not_there(subject),
            Some(TEST_FAILED) => "fails".to_owned(),
            // A negative code is how Windows tells of an abort.
            Some(code) if code >= 0 => format!("ended before the test did, with exit code {code}"),
            _ => format!("was aborted{}", cause(status)),
        },
    };
    Verdict::Fails { how, diagnosis: diagnosis(&run.stdout, &run.stderr) }
}

/// The test exists in the contract, but not in the executable.
fn not_there(subject: &Subject) -> Verdict {
    let how = "was not run".to_owned();
    let diagnosis = format!("the chapter's tests do not include {}", subject.test);
    Verdict::Fails { how, diagnosis }
}

#[cfg(unix)]
fn cause(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal().map_or_else(String::new, |signal| format!(" by signal {signal}"))
}

#[cfg(not(unix))]
fn cause(status: ExitStatus) -> String {
    status.code().map_or_else(String::new, |code| format!(" with code {code:#x}"))
}
