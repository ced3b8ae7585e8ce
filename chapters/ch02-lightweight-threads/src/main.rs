//! Chapter 2's program: `demo` tells the story, `serve` runs the server, `sleepers` measures.

mod commands;
mod demo;
mod flags;
mod mine;

use std::process::ExitCode;

use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::{self, Chapter, DemoFlags, ServeFlags, Stage};
use ch02_lightweight_threads::EchoServer;

use commands::Own;
use flags::{Flags, config, say_what_is_yours};

struct LightweightThreads;

impl Chapter for LightweightThreads {
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    const ABOUT: &'static str = env!("CARGO_PKG_DESCRIPTION");
    /// As in chapter 1: nobody tells the acceptor to stop.
    const STOPS: bool = false;
    type Flags = Flags;

    fn demo(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
        demo::run(stage, flags, own)
    }

    fn serve(stage: &Stage, flags: &ServeFlags, own: &Flags) -> anyhow::Result<()> {
        let mut config = config(stage.journal(), &flags.common, own)?;
        say_what_is_yours(&flags.common, own)?;
        config.connections = flags.connections();
        let server = EchoServer::bind(flags.addr, config)
            .map_err(|error| cli::cannot_listen(flags.addr, error))?;
        stage.listening(server.local_addr());
        line(server.run()?);
        Ok(())
    }
}

fn main() -> ExitCode {
    cli::run_with::<LightweightThreads, Own>()
}
