//! Chapter 3's program: `demo` tells the story, `serve` runs the server.

mod demo;
mod flags;
mod mine;

use std::process::ExitCode;

use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::{self, Chapter, DemoFlags, ServeFlags, Stage};
use ch03_worker_pool::EchoServer;

use flags::{Flags, config};

struct Pool;

impl Chapter for Pool {
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    const ABOUT: &'static str = env!("CARGO_PKG_DESCRIPTION");
    /// Nothing wakes a thread that is blocked in accept: chapter 5 finds out how it is done.
    const STOPS: bool = false;
    type Flags = Flags;

    fn demo(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
        demo::run(stage, flags, own)
    }

    fn serve(stage: &Stage, flags: &ServeFlags, own: &Flags) -> anyhow::Result<()> {
        let mut config = config(stage.journal(), &flags.common, own)?;
        config.connections = flags.connections();
        let server = EchoServer::bind(flags.addr, config)
            .map_err(|error| cli::cannot_listen(flags.addr, error))?;
        stage.listening(server.local_addr());
        line(stage.run_as("acceptor", || server.run())??);
        Ok(())
    }
}

fn main() -> ExitCode {
    cli::run::<Pool>()
}
