//! Errors as people read them: a line or two on stderr, and an exit code.

use std::process::ExitCode;

use clap::error::ErrorKind;

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
        self.wrong(first.trim_start_matches("error: "))
    }

    /// Says what is wrong with the command line, and what it looks like.
    pub(super) fn wrong(&self, complaint: &str) -> ExitCode {
        eprintln!("error: {complaint}");
        eprintln!("{}", self.line);
        ExitCode::from(2)
    }
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
