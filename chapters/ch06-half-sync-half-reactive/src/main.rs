//! Chapter 6's program: `demo` tells the story, `serve` runs the server until it is stopped.

mod demo;
mod flags;

use std::process::ExitCode;

use anyhow::bail;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::{self, Chapter, DemoFlags, ServeFlags, Stage};
use ch05_two_phase_termination::{Ending, stop_on_signals};
use ch06_half_sync_half_reactive::EchoServer;

use flags::{Flags, config};

struct HalfSyncHalfReactive;

impl Chapter for HalfSyncHalfReactive {
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    const ABOUT: &'static str = env!("CARGO_PKG_DESCRIPTION");
    const STOPS: bool = true;
    type Flags = Flags;

    fn demo(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
        demo::run(stage, flags, own)
    }

    fn serve(stage: &Stage, flags: &ServeFlags, own: &Flags) -> anyhow::Result<()> {
        let mut config = config(stage.journal(), &flags.common, own)?;
        config.limits.connections = flags.connections();
        let server = EchoServer::bind(flags.addr, config)
            .map_err(|error| cli::cannot_listen(flags.addr, error))?;
        // Before anybody is told that the server listens: a signal must never meet the default.
        stop_on_signals(server.stop_handle())?;
        stage.listening(server.local_addr());
        let report = stage.run_as("reactor", || server.run())??;
        line(report);
        match report.ending {
            Ending::Finished | Ending::Graceful => Ok(()),
            Ending::Forced { .. } => bail!("the stop was forced"),
        }
    }
}

fn main() -> ExitCode {
    cli::run::<HalfSyncHalfReactive>()
}
