//! Chapter 4's program: `demo` tells the story, `serve` runs the fan-out server.

mod demo;
mod flags;

use std::process::ExitCode;

use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::{self, Chapter, DemoFlags, ServeFlags, Stage};
use ch04_shared_pool_deadlock::EchoServer;

use flags::{Flags, config, tell, try_graph};

struct SharedPool;

impl Chapter for SharedPool {
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    const ABOUT: &'static str = env!("CARGO_PKG_DESCRIPTION");
    /// Chapter 5 finds out how a server is stopped.
    const STOPS: bool = false;
    type Flags = Flags;

    fn demo(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
        demo::run(stage, flags, own)
    }

    fn serve(stage: &Stage, flags: &ServeFlags, own: &Flags) -> anyhow::Result<()> {
        try_graph(own)?;
        let mut config = config(stage.journal(), &flags.common, own)?;
        config.connections = flags.connections();
        let graph = own.graph.clone();
        config.on_hang = Box::new(move |dump| tell(&dump, graph.as_deref()));
        let server = EchoServer::bind(flags.addr, config)
            .map_err(|error| cli::cannot_listen(flags.addr, error))?;
        stage.listening(server.local_addr());
        line(stage.run_as("acceptor", || server.run())??);
        Ok(())
    }
}

fn main() -> ExitCode {
    cli::run::<SharedPool>()
}
