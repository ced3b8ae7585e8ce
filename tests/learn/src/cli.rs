//! The command line of `cargo learn`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Shows your progress, grades your answers, gives hints.
#[derive(Debug, Parser)]
#[command(name = "cargo learn", bin_name = "cargo learn", version, max_term_width = 100)]
pub struct Cli {
    /// The root of the course; found by itself unless the tests say otherwise.
    #[arg(long, global = true, hide = true)]
    pub root: Option<PathBuf>,
    /// Without a command: your progress by chapter, and the next exercise.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Grade one exercise, or all that you have filled in
    Check {
        /// The exercise, such as 1.2
        #[arg(value_name = "N.M")]
        number: Option<String>,
        #[command(flatten)]
        limit: Limit,
    },
    /// Show a hint: one step more each time
    Hint {
        /// The exercise, such as 1.2
        #[arg(value_name = "N.M")]
        number: String,
        /// Show this step alone
        #[arg(long, value_name = "K", conflicts_with = "all")]
        step: Option<usize>,
        /// Show all steps
        #[arg(long)]
        all: bool,
    },
    /// Show how our answer differs from yours
    Solution {
        /// The exercise, such as 1.2
        #[arg(value_name = "N.M")]
        number: String,
        /// Do not ask first
        #[arg(long)]
        yes: bool,
    },
    /// Start an exercise anew; yours is kept beside it
    Reset {
        /// The exercise, such as 1.2
        #[arg(value_name = "N.M")]
        number: String,
    },
    /// Grade an exercise again each time you save it
    Watch {
        /// Look at the files twice a second instead of waiting for file events
        #[arg(long)]
        poll: bool,
        #[command(flatten)]
        limit: Limit,
    },
    /// Run a chapter's program; what follows N is handed on to it
    Run {
        /// The chapter, such as 1
        #[arg(value_name = "N")]
        chapter: String,
        /// Flags of the chapter's program
        #[arg(value_name = "FLAGS", trailing_var_arg = true, allow_hyphen_values = true)]
        flags: Vec<String>,
    },
    /// Prove that every exercise is sound: stub, answer, wrong answers, hints, page
    Verify {
        /// Only read the files; build and run nothing
        #[arg(long)]
        quick: bool,
    },
}

/// How long an answer may take.
#[derive(Debug, Args)]
pub struct Limit {
    /// How many seconds each claim may take before it counts as hung
    #[arg(long = "limit", value_name = "SECONDS", default_value_t = 15)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: u64,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_after_the_chapter_are_the_chapters() {
        let cli = Cli::try_parse_from(["learn", "run", "1", "serve", "--addr", "x", "--help"])
            .expect("a valid command line");
        let Some(Command::Run { chapter, flags }) = cli.command else { panic!("not `run`") };
        assert_eq!((chapter.as_str(), flags.len()), ("1", 4));
    }
}
