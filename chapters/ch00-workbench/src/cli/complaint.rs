//! Errors as people read them: a line or two on stderr, and an exit code.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::resources::is_out_of_descriptors;

/// What the command line looks like, for those who got it wrong.
pub(super) struct Usage {
    line: String,
}

impl Usage {
    /// Lists the commands of `parser`, without the hidden ones.
    pub(super) fn of(parser: &clap::Command) -> Usage {
        let shown = parser.get_subcommands().filter(|command| !command.is_hide_set());
        let commands: Vec<_> = shown.map(clap::Command::get_name).collect();
        let (name, commands) = (parser.get_name(), commands.join("|"));
        Usage { line: format!("usage: {name} [{commands}] [FLAGS]; --help lists the flags") }
    }

    /// Answers what clap made of the command line: help goes to stdout, an error becomes two lines.
    pub(super) fn answer(&self, error: &clap::Error) -> ExitCode {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            // A reader such as `head` may have closed the pipe: it has seen enough.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        let text = error.to_string();
        let first = text.lines().next().unwrap_or("error: wrong command line");
        let first = first.trim_start_matches("error: ");
        match error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(names)) if !names.is_empty() => {
                self.wrong(&format!("{first}: write {}", names.join(" or ")))
            }
            _ => self.wrong(first),
        }
    }

    /// Says what is wrong with the command line, and what it looks like.
    pub(super) fn wrong(&self, complaint: &str) -> ExitCode {
        eprintln!("error: {complaint}");
        eprintln!("{}", self.line);
        ExitCode::from(2)
    }
}

/// Turns the outcome of a run into its exit code; an error is one line with all its causes, and
/// with what to do about the one that any call may meet.
pub(super) fn exit_code(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let causes = error.chain().filter_map(|cause| cause.downcast_ref());
            let out = causes.into_iter().any(is_out_of_descriptors);
            let advice = if out { "; `ulimit -n` sets how many are allowed" } else { "" };
            eprintln!("error: {error:#}{advice}");
            ExitCode::FAILURE
        }
    }
}
