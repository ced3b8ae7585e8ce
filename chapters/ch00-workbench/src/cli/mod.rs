//! The command line that all chapters share: `demo` (the default) and `serve`.
//!
//! A chapter's `main.rs` says what is its own, and hands the rest to [`run`]: reading the flags,
//! opening the journal, and turning every error into one clear line and an exit code. A chapter
//! with more commands than these two hands them to [`run_with`].

mod commands;
mod complaint;
mod flags;
mod stage;
pub mod terminal;
pub mod values;

use std::io;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Parser, Subcommand};

pub use commands::{Commands, NoCommands};
pub use flags::{Common, DemoFlags, ServeFlags};
use stage::Kind;
pub use stage::Stage;

use crate::resources::raise_descriptor_limit;

/// What a chapter puts behind the common command line.
pub trait Chapter {
    /// The package's name, as in `cargo run -p NAME`.
    const NAME: &'static str;
    /// What the chapter shows, in one line.
    const ABOUT: &'static str;
    /// Whether `serve` ends in good order on Ctrl-C, so that a picture of the run can be drawn.
    const STOPS: bool;
    /// The flags that only this chapter has.
    type Flags: Args;

    /// Tells the chapter's story, with scripted clients, and ends by itself.
    ///
    /// # Errors
    /// Whatever goes wrong on the way; it ends the program with exit code 1.
    fn demo(stage: &Stage, flags: &DemoFlags, own: &Self::Flags) -> anyhow::Result<()>;

    /// Serves until Ctrl-C, or until the one connection of `--one-shot` has ended.
    ///
    /// # Errors
    /// Whatever keeps the server from serving; it ends the program with exit code 1.
    fn serve(stage: &Stage, flags: &ServeFlags, own: &Self::Flags) -> anyhow::Result<()>;
}

#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct CommandLine<F: Args, O: Subcommand> {
    #[command(subcommand)]
    command: Option<Command<F, O>>,
    #[command(flatten)]
    flags: DemoFlags,
    #[command(flatten)]
    own: F,
}

#[derive(Subcommand)]
enum Command<F: Args, O: Subcommand> {
    /// Tell the chapter's story with scripted clients (the default)
    Demo {
        #[command(flatten)]
        flags: DemoFlags,
        #[command(flatten)]
        own: F,
    },
    /// Run the server until Ctrl-C
    Serve {
        #[command(flatten)]
        flags: ServeFlags,
        #[command(flatten)]
        own: F,
    },
    #[command(flatten)]
    Own(O),
}

/// Runs a chapter's program: the whole of its `main`.
///
/// The exit code is 0 after a good end, 1 after an error, and 2 if the command line is wrong.
pub fn run<C: Chapter>() -> ExitCode {
    run_with::<C, NoCommands>()
}

/// As [`run`], for a chapter that has commands of its own besides `demo` and `serve`.
pub fn run_with<C: Chapter, O: Commands>() -> ExitCode {
    let parser = <CommandLine<C::Flags, O> as clap::CommandFactory>::command();
    let parser = parser.name(C::NAME).about(C::ABOUT);
    let usage = complaint::Usage::of(&parser);
    let matches = match parser.try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return usage.answer(&error),
    };
    let line = <CommandLine<C::Flags, O> as clap::FromArgMatches>::from_arg_matches(&matches);
    let outcome = match line {
        Err(error) => return usage.answer(&error),
        Ok(CommandLine { command: None, flags, own })
        | Ok(CommandLine { command: Some(Command::Demo { flags, own }), .. }) => {
            demo::<C>(&flags, &own)
        }
        Ok(CommandLine { command: Some(Command::Serve { flags, own }), .. }) => {
            if flags.common.timeline.is_some() && !C::STOPS && !flags.one_shot {
                return usage.wrong(
                    "--timeline is drawn at the end, and this server has none: add --one-shot",
                );
            }
            serve::<C>(&flags, &own)
        }
        Ok(CommandLine { command: Some(Command::Own(command)), .. }) => command.run(),
    };
    complaint::exit_code(outcome)
}

/// Descriptors that a demo needs at the least: a few clients, each with both its ends here.
const DEMO_DESCRIPTORS: u64 = 64;

fn demo<C: Chapter>(flags: &DemoFlags, own: &C::Flags) -> anyhow::Result<()> {
    let descriptors = raise_descriptor_limit();
    if descriptors < DEMO_DESCRIPTORS {
        bail!(
            "the demo needs {DEMO_DESCRIPTORS} descriptors, and {descriptors} are allowed here; \
             `ulimit -n` sets how many"
        );
    }
    let stage = Stage::open(C::NAME, &flags.common, Kind::Demo)?;
    C::demo(&stage, flags, own)?;
    stage.close()
}

fn serve<C: Chapter>(flags: &ServeFlags, own: &C::Flags) -> anyhow::Result<()> {
    let kind = if flags.quiet { Kind::QuietServer } else { Kind::Server };
    let stage = Stage::open(C::NAME, &flags.common, kind)?;
    let served = C::serve(&stage, flags, own);
    // A run that ended badly is the one whose picture is wanted most.
    stage.close().and(served)
}

/// An error for a flag that a demo's story cannot be told with; `serve` heeds it.
pub fn cannot_play(flag: &str) -> anyhow::Error {
    anyhow::anyhow!(
        "the demo cannot be played with {flag}: its clients come and are quiet as the story wants; \
         it is a flag for `serve`"
    )
}

/// An error of `bind`, with the address and what to do about it.
pub fn cannot_listen(address: std::net::SocketAddr, error: io::Error) -> anyhow::Error {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "the port is in use; stop the other server, or choose a port with --addr \
             (port 0 takes any free one)"
        }
        io::ErrorKind::AddrNotAvailable => {
            "this machine has no such address; 127.0.0.1 always works"
        }
        io::ErrorKind::PermissionDenied => {
            "no permission; ports below 1024 often need it, a higher one does not"
        }
        _ => return anyhow::Error::new(error).context(format!("cannot listen on {address}")),
    };
    anyhow::anyhow!("cannot listen on {address}: {advice}")
}
