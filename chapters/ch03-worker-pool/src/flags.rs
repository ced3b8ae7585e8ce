//! The flags of this chapter alone, and the configuration they make.

use std::time::Duration;

use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch03_worker_pool::{Builder, Config, Policy, WorkerPool};
use clap::Args;

use crate::mine;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Workers of the core: started for the first connections, and kept
    #[arg(long, value_name = "N", default_value = "4")]
    pub threads: usize,
    /// Workers at most; those beyond the core are started when the queue is full [default: as many
    /// as the core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub max_threads: Option<usize>,
    /// Connections that may wait for a worker; with 0 they are only ever handed over
    #[arg(long, value_name = "N", default_value = "16")]
    pub queue: usize,
    /// What a full pool does: abort, caller-runs, discard or discard-oldest
    #[arg(long, value_name = "POLICY", default_value = "abort")]
    pub policy: Policy,
    /// How long a worker beyond the core stays without a connection
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = some_time)]
    pub keep_alive: Duration,
    /// End connections whose client says nothing for so long [default: wait for ever]
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub idle_timeout: Option<Duration>,
}

/// A pool with everything that the flags say, yet to be built.
pub fn pool(journal: &Journal, own: &Flags) -> Builder {
    let builder = WorkerPool::builder().core(own.threads).queue(own.queue).policy(own.policy);
    let builder = builder.keep_alive(own.keep_alive).journal(journal.clone());
    builder.max(own.max_threads.unwrap_or(own.threads.max(1)))
}

/// A configuration with everything that the flags say, and no end.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    let mut pool = pool(&journal, own);
    if common.mine {
        pool = mine::put_in(pool)?;
    }
    let mut config = Config::with(pool.build()?);
    config.journal = journal;
    config.work = common.work.clone().unwrap_or_default();
    config.idle_timeout = own.idle_timeout;
    Ok(config)
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("write a whole number from 1 up".to_owned()),
        Ok(number) => Ok(number),
    }
}

fn some_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(format!("`{text}` is no time; write it like 60s or 200ms")),
    }
}
