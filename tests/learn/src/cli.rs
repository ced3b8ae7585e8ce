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
    #[command(override_usage = "cargo learn run N [FLAGS]...")]
    Run {
        /// The chapter, such as 1, and the flags of its program
        // One list: once its first word is read, all that follows belongs to it, `--help` too.
        #[arg(value_name = "N", required = true, trailing_var_arg = true)]
        words: Vec<String>,
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

    fn run(words: &[&str]) -> Result<Vec<String>, clap::error::ErrorKind> {
        let line = Cli::try_parse_from([&["learn", "run"], words].concat());
        match line.map_err(|error| error.kind())?.command {
            Some(Command::Run { words }) => Ok(words),
            other => panic!("not `run`: {other:?}"),
        }
    }

    #[test]
    fn flags_after_the_chapter_are_the_chapters() {
        for words in [
            &["1"][..],
            &["1", "--help"],
            &["1", "-h"],
            &["1", "--root", "x"],
            &["1", "serve", "--addr", "x", "--help"],
        ] {
            assert_eq!(run(words).expect("a valid command line"), words);
        }
    }

    #[test]
    fn a_run_without_a_chapter_is_our_own_matter() {
        assert_eq!(run(&["--help"]), Err(clap::error::ErrorKind::DisplayHelp));
        assert_eq!(run(&[]), Err(clap::error::ErrorKind::MissingRequiredArgument));
    }
}
