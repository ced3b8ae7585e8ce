//! `cargo learn`: your progress, your answers graded, hints, and the course's own soundness.
//!
//! Nothing is remembered between two calls but how many hints were shown: what is solved is read
//! from the sources and from the tests, each time anew.

mod cargo;
mod check;
mod cli;
mod find;
mod grade;
mod hint;
mod process;
mod progress;
mod refusal;
mod report;
mod reset;
mod run;
mod screen;
mod solution;
mod source;
mod verify;
mod watch;

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use course::Course;

use cli::{Cli, Command};
use refusal::Refusal;
use screen::Screen;

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    #[cfg(windows)]
    let _ = colored::control::set_virtual_terminal(true);
    let outcome = learn(Cli::parse());
    // A command that stopped half-way may have left children; from here on none may start.
    let _no_more = process::kill_all();
    match outcome {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is gone too, there is nobody left to tell.
            let _ =
                io::Write::write_fmt(&mut io::stderr(), format_args!("cargo learn: {error:#}\n"));
            ExitCode::from(if error.is::<Refusal>() { 2 } else { 1 })
        }
    }
}

fn learn(cli: Cli) -> Result<ExitCode> {
    let course = Course::open(&find::root(cli.root))?;
    if let Some(Command::Run { words }) = &cli.command {
        return run::run(&course, words);
    }
    ctrlc::set_handler(|| {
        let _no_more = process::kill_all();
        std::process::exit(INTERRUPTED);
    })
    .context("cannot listen for Ctrl-C")?;
    let screen = &mut Screen::new();
    match cli.command {
        None => progress::progress(&course, screen),
        Some(Command::Check { number, limit }) => {
            check::check(&course, screen, number.as_deref(), Duration::from_secs(limit.seconds))
        }
        Some(Command::Hint { number, step, all }) => {
            hint::hint(&course, screen, &number, hint::Wanted::new(step, all))
        }
        Some(Command::Solution { number, yes }) => {
            solution::solution(&course, screen, &number, yes)
        }
        Some(Command::Reset { number }) => reset::reset(&course, screen, &number),
        Some(Command::Watch { poll, limit }) => {
            watch::watch(&course, screen, poll, Duration::from_secs(limit.seconds))
        }
        Some(Command::Verify { quick }) => verify::verify(&course, screen, quick),
        Some(Command::Run { .. }) => unreachable!("run above"),
    }
}

/// True if the reader of our output went away, as `head` does when it has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let cause = error.root_cause().downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
