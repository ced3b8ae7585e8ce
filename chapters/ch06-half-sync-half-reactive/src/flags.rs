//! The flags of this chapter alone, and the configuration they make.

use std::time::Duration;

use anyhow::bail;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::{number, some_time};
use ch00_workbench::{Journal, Work};
use ch06_half_sync_half_reactive::{Config, Mode};
use clap::Args;

/// More threads than a system has for one process, or nearly.
const MOST_THREADS: usize = 10_000;

/// More connections than may be open: the queue's room is taken from the memory at once.
const LONGEST_QUEUE: usize = 1_000_000;

/// What a worker takes at a time where a request costs next to nothing.
const BATCH: usize = 64;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Workers
    #[arg(long, value_name = "N", default_value = "2", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number(text, 1..=MOST_THREADS))]
    pub threads: usize,
    /// Who reads and writes: reactor (the workers) or proactor (the reactor)
    #[arg(long, value_name = "MODE", default_value = "reactor")]
    pub mode: Mode,
    /// Tasks that may wait for a worker; when it is full, nothing more is read
    #[arg(long, value_name = "N", default_value = "1024", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number(text, 1..=LONGEST_QUEUE))]
    pub queue: usize,
    /// Tasks that a worker takes at a time, at most [default: 64, and 1 with --work: who stands
    /// behind long work should not have to wait for it]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number(text, 1..=LONGEST_QUEUE))]
    pub batch: Option<usize>,
    /// Connections at once at most; those beyond wait in the system's queue
    #[arg(long, value_name = "N", default_value = "100000", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| number(text, 1..=LONGEST_QUEUE))]
    pub max_connections: usize,
    /// End connections whose client is quiet for so long [default: wait for ever]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "60s or 200ms"))]
    pub idle: Option<Duration>,
    /// How long what is in flight may take after a stop
    #[arg(long, value_name = "TIME", default_value = "5s", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "5s or 200ms"))]
    pub drain: Duration,
}

/// A configuration with everything that the flags say, and no end but a stop.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    let work = common.work.clone().unwrap_or_default();
    let mut config = Config { journal, mode: own.mode, ..Config::default() };
    let batch = if matches!(work, Work::None) { BATCH } else { 1 };
    config.work = work;
    (config.threads, config.queue) = (own.threads, own.queue);
    config.batch = own.batch.unwrap_or(batch);
    config.limits.max_connections = own.max_connections;
    config.limits.idle = own.idle;
    config.limits.drain = own.drain;
    if common.mine {
        config.yours = use_yours(own.mode)?;
    }
    Ok(config)
}

/// Says which of the learner's answers is used.
///
/// # Errors
/// If none can be.
fn use_yours(mode: Mode) -> anyhow::Result<bool> {
    if cfg!(waiting = "completions") || mode != Mode::Proactor {
        bail!(
            "--mine: none of your answers can be used yet; `cargo learn` shows the next exercise \
             (6.3 is used together with --mode proactor, 6.1 and 6.2 are parts on their own)"
        );
    }
    line("yours: the completions (6.3)");
    Ok(true)
}
