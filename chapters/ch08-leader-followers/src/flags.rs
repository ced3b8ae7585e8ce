//! The flags of this chapter alone, and the configuration they make.

use std::time::Duration;

use anyhow::bail;
use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::values::{at_least_one, number, some_time};
use ch08_leader_followers::config::THREADS;
use ch08_leader_followers::{Config, Policy, Stage};
use clap::Args;

use crate::mine;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// The stage of the pattern that serves
    #[arg(long, value_enum, default_value = "s4", hide_possible_values = true)]
    #[arg(value_name = "s1..s5")]
    pub stage: Stage,
    /// Threads that are always there [default: 4; in the demo 3]
    #[arg(long, value_name = "N", value_parser = threads)]
    #[arg(allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Threads at most, in stage 4 [default: as many as --threads]
    #[arg(long, value_name = "N", value_parser = threads)]
    #[arg(allow_negative_numbers = true)]
    pub max_threads: Option<usize>,
    /// Which follower is promoted, in stages 3 and 4
    #[arg(long, value_enum, default_value = "fifo", hide_possible_values = true)]
    #[arg(value_name = "fifo|lifo|priority")]
    pub policy: Policy,
    /// Let the leader hand events to followers and lead on, in stages 3 and 4
    #[arg(long)]
    pub hand_off: bool,
    /// Let the leader look for events a little longer before it sleeps, in stage 5
    #[arg(long)]
    pub spin: bool,
    /// How long what is in flight may take after a stop
    #[arg(long, value_name = "TIME", default_value = "5s", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "5s or 200ms"))]
    pub drain: Duration,
    /// Close a connection whose client is silent for this long, from stage 2 on
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "30s"))]
    pub idle: Option<Duration>,
    /// Connections at once, from stage 2 on; further clients wait in the system's queue
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub max_connections: Option<usize>,
}

impl Flags {
    /// Refuses flags that the stage would not heed: whoever gives one expects a difference.
    fn check(&self) -> anyhow::Result<()> {
        use Stage::{S2, S3, S4, S5};
        let by_event: &[Stage] = &[S2, S3, S4, S5];
        for (flag, given, stages) in [
            ("--max-threads", self.max_threads.is_some(), &[S4] as &[Stage]),
            ("--policy", self.policy != Policy::default(), &[S3, S4]),
            ("--hand-off", self.hand_off, &[S3, S4]),
            ("--spin", self.spin, &[S5]),
            ("--idle", self.idle.is_some(), by_event),
            ("--max-connections", self.max_connections.is_some(), by_event),
        ] {
            if given && !stages.contains(&self.stage) {
                let names = stages.iter().map(|stage| format!("{stage:?}").to_lowercase());
                let names = names.collect::<Vec<_>>().join(" or ");
                bail!("{flag} changes nothing in this stage; give --stage {names} with it");
            }
        }
        let (threads, most) = (self.threads.unwrap_or(THREADS), self.max_threads);
        if let Some(most) = most.filter(|&most| most < threads) {
            bail!("--max-threads {most} is fewer than the {threads} threads that are always there");
        }
        Ok(())
    }
}

/// A configuration with everything that the flags say, and no end but a stop.
///
/// # Errors
/// If some of the flags do not go together.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    own.check()?;
    let Flags { stage, threads, max_threads, policy, hand_off, spin, drain, idle, max_connections } =
        own.clone();
    let threads = threads.unwrap_or(THREADS);
    let mut config = Config {
        stage,
        journal,
        work: common.work.clone().unwrap_or_default(),
        threads,
        max_threads: max_threads.unwrap_or(threads),
        policy,
        hand_off,
        spin,
        drain,
        idle,
        max_connections,
        ..Config::default()
    };
    if common.mine {
        mine::put_in(&mut config)?;
    }
    Ok(config)
}

/// Threads at most: one more each has a place in every thread set, and a stack.
const MOST: usize = 10_000;

fn threads(text: &str) -> Result<usize, String> {
    number(text, 1..=MOST)
}
