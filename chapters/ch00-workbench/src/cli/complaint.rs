//! Errors as people read them: a line or two on stderr, and an exit code.

use std::process::ExitCode;

use clap::error::ErrorKind;

/// Answers what clap made of the command line: help goes to stdout, an error becomes two lines.
pub(super) fn usage(name: &str, error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // A reader such as `head` may have closed the pipe: it has seen enough.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let first = text.lines().next().unwrap_or("error: wrong command line");
    wrong(name, first.trim_start_matches("error: "))
}

/// Says what is wrong with the command line, and what it looks like.
pub(super) fn wrong(name: &str, complaint: &str) -> ExitCode {
    eprintln!("error: {complaint}");
    eprintln!("usage: {name} [demo|serve] [FLAGS]; --help lists the flags");
    ExitCode::from(2)
}

/// Turns the outcome of a run into its exit code; an error is one line with all its causes.
pub(super) fn exit_code(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
