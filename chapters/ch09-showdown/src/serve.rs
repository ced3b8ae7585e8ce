//! `serve`: one of the peers, until Ctrl-C.

use anyhow::bail;
use ch00_workbench::cli::values::number;
use ch00_workbench::cli::{self, ServeFlags, Stage};
use ch00_workbench::resources::raise_descriptor_limit;
use ch01_thread_per_connection::listen::listen;
use ch09_showdown::peers::{self, Config, Peer};
use clap::Args;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Which peer serves
    #[arg(long, value_enum, default_value = "tokio")]
    pub server: Peer,
    /// Threads that serve; the floor and tokio-current have one whatever this says
    #[arg(long, value_name = "N", default_value = "2", value_parser = |text: &str| number(text, 1..=1024))]
    #[arg(allow_negative_numbers = true)]
    pub threads: usize,
}

/// Runs the command.
pub fn run(stage: &Stage, flags: &ServeFlags, own: &Flags) -> anyhow::Result<()> {
    if flags.common.mine {
        bail!("--mine: no peer has a part that is an exercise");
    }
    let listener = listen(flags.addr).map_err(|error| cli::cannot_listen(flags.addr, error))?;
    raise_descriptor_limit();
    let work = flags.common.work.clone().unwrap_or_default();
    let config = Config { threads: own.threads, work, connections: flags.connections() };
    stage.listening(listener.local_addr()?);
    Ok(peers::run(own.server, listener, config)?)
}
