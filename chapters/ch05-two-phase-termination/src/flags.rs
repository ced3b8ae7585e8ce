//! The flags of this chapter alone, and the configuration they make.

use std::time::Duration;

use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::values::{at_least_one, some_time};
use ch03_worker_pool::WorkerPool;
use ch05_two_phase_termination::server::Config;
use ch05_two_phase_termination::termination::StoppablePool;
use clap::Args;

use crate::mine;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Workers at most: connections served at once
    #[arg(long, value_name = "N", default_value = "64", value_parser = at_least_one)]
    pub threads: usize,
    /// Connections that may wait for a worker; beyond that they are turned away
    #[arg(long, value_name = "N", default_value = "64")]
    pub queue: usize,
    /// How long what is in flight may take after a stop
    #[arg(long, value_name = "TIME", default_value = "5s", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "5s or 200ms"))]
    pub drain: Duration,
    /// Let a reporter say what the pool does, every so often
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "1s or 200ms"))]
    pub report: Option<Duration>,
}

/// A configuration with everything that the flags say, and no end but a stop.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    let pool = WorkerPool::builder().core(own.threads).queue(own.queue).journal(journal.clone());
    let mut config = Config::with(StoppablePool::new(pool.build()?));
    config.journal = journal;
    config.drain = own.drain;
    config.work = common.work.clone().unwrap_or_default();
    if common.mine {
        mine::put_in(&mut config, own)?;
    }
    Ok(config)
}
