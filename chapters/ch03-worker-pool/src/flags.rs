//! The flags of this chapter alone, and the configuration they make.

use std::time::Duration;

use anyhow::bail;
use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::values::{number, some_time};
use ch03_worker_pool::{Builder, Config, Policy, WorkerPool};
use clap::Args;

use crate::mine;

/// Workers of the core, unless told otherwise.
const THREADS: usize = 4;

/// More threads than a system has for one process, or nearly.
const MOST_THREADS: usize = 10_000;

/// More connections than may be open: the queue's room is taken from the memory at once.
const LONGEST_QUEUE: usize = 1_000_000;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Workers of the core: started for the first connections, and kept; with 0 even the last
    /// worker leaves when it is idle, and the next connection starts one [default: 4]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number(text, 0..=MOST_THREADS))]
    pub threads: Option<usize>,
    /// Workers at most; those beyond the core are started when the queue is full [default: as many
    /// as the core]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number(text, 1..=MOST_THREADS))]
    pub max_threads: Option<usize>,
    /// Connections that may wait for a worker; with 0 they are only ever handed over
    #[arg(long, value_name = "N", default_value = "16", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number(text, 0..=LONGEST_QUEUE))]
    pub queue: usize,
    /// What a full pool does: abort, caller-runs, discard or discard-oldest
    #[arg(long, value_name = "POLICY", default_value = "abort")]
    pub policy: Policy,
    /// How long a worker beyond the core stays without a connection
    #[arg(long, value_name = "TIME", default_value = "60s")]
    #[arg(value_parser = |text: &str| some_time(text, "60s or 200ms"))]
    #[arg(allow_negative_numbers = true)]
    pub keep_alive: Duration,
    /// End connections whose client says nothing for so long, or takes nothing of its answer
    /// [default: wait for ever]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "60s or 200ms"))]
    pub idle_timeout: Option<Duration>,
}

/// A pool with everything that the flags say, yet to be built.
fn pool(journal: &Journal, own: &Flags) -> anyhow::Result<Builder> {
    let core = own.threads.unwrap_or(THREADS);
    let max = own.max_threads.unwrap_or(core.max(1));
    if max < core {
        let default = if own.threads.is_none() { ", the default" } else { "" };
        bail!("--max-threads {max} is less than --threads {core}{default}");
    }
    let builder = WorkerPool::builder().core(core).max(max).queue(own.queue).policy(own.policy);
    Ok(builder.keep_alive(own.keep_alive).journal(journal.clone()))
}

/// A configuration with everything that the flags say, and no end.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    let mut pool = pool(&journal, own)?;
    if common.mine {
        if own.queue == 0 {
            bail!("--mine: a queue of 0 hands over, and yours stores: use --queue 1 or more");
        }
        mine::announce()?;
        pool = mine::put_in(pool);
    }
    let mut config = Config::with(pool.build()?);
    config.journal = journal;
    config.work = common.work.clone().unwrap_or_default();
    config.idle_timeout = own.idle_timeout;
    Ok(config)
}
