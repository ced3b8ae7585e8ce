//! The commands that only one chapter has.

use clap::Subcommand;

/// Commands besides `demo` and `serve`; each variant is one, with its flags.
///
/// ```
/// use ch00_workbench::cli::Commands;
///
/// #[derive(clap::Subcommand)]
/// enum Own {
///     /// Measure, and print one table
///     Compare { rounds: u32 },
/// }
///
/// impl Commands for Own {
///     fn run(self) -> anyhow::Result<()> {
///         let Own::Compare { rounds } = self;
///         println!("{rounds} rounds");
///         Ok(())
///     }
/// }
/// ```
pub trait Commands: Subcommand {
    /// Runs the command to its end.
    ///
    /// # Errors
    /// Whatever goes wrong on the way; it ends the program with exit code 1.
    fn run(self) -> anyhow::Result<()>;
}

/// No commands of its own: for a chapter that has only `demo` and `serve`.
#[derive(Subcommand)]
pub enum NoCommands {}

impl Commands for NoCommands {
    fn run(self) -> anyhow::Result<()> {
        match self {}
    }
}
