//! Chapter 9's program: `load` measures one server, `serve` runs a peer.

mod commands;
mod demo;
mod serve;

use std::process::ExitCode;

use ch00_workbench::cli::{self, Chapter, DemoFlags, ServeFlags, Stage};

use commands::Own;
use serve::Flags;

struct Showdown;

impl Chapter for Showdown {
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    const ABOUT: &'static str = env!("CARGO_PKG_DESCRIPTION");
    /// The peers are plain servers: a signal ends them where they are.
    const STOPS: bool = false;
    type Flags = Flags;

    fn demo(stage: &Stage, _: &DemoFlags, _: &Flags) -> anyhow::Result<()> {
        demo::run(stage)
    }

    fn serve(stage: &Stage, flags: &ServeFlags, own: &Flags) -> anyhow::Result<()> {
        serve::run(stage, flags, own)
    }
}

fn main() -> ExitCode {
    cli::run_with::<Showdown, Own>()
}
