//! The flags of this chapter alone, and the configuration they make.

use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::values::{at_least_one, number, some_time};
use ch07_multi_reactor::assign::{Assign, LeastConnections, RoundRobin};
use ch07_multi_reactor::server::Config;
use clap::Args;

use crate::mine;

/// Threads at most: far more than there are cores to run them.
const MOST_THREADS: usize = 256;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Workers, each with an event loop of its own
    #[arg(long, value_name = "N", default_value = "2", value_parser = threads)]
    #[arg(allow_negative_numbers = true)]
    pub threads: usize,
    /// Which worker gets the next connection: round-robin or least-connections
    #[arg(long, value_name = "POLICY", default_value = "round-robin", value_parser = policy)]
    pub assign: Policy,
    /// Reads in a connection's turn before others have theirs
    #[arg(long, value_name = "N", default_value = "4", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub budget: usize,
    /// Close connections whose clients have been quiet for so long
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "30s or 500ms"))]
    pub idle: Option<Duration>,
    /// Connections open at once; more wait to be accepted
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub max_connections: Option<usize>,
    /// How long what is in flight may take after a stop
    #[arg(long, value_name = "TIME", default_value = "5s", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| some_time(text, "5s or 200ms"))]
    pub drain: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// One after the other
    RoundRobin,
    /// The one with fewest open connections
    LeastConnections,
}

impl Policy {
    /// The policy for so many workers.
    pub fn of(self, workers: usize) -> Arc<dyn Assign> {
        match self {
            Policy::RoundRobin => Arc::new(RoundRobin::new(workers)),
            Policy::LeastConnections => Arc::new(LeastConnections::new(workers)),
        }
    }
}

/// A configuration with everything that the flags say, and no end but a stop.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> Config {
    let policy = own.assign;
    let mut config = Config {
        journal,
        work: common.work.clone().unwrap_or_default(),
        workers: own.threads,
        assign: Box::new(move |workers| policy.of(workers)),
        budget: own.budget,
        idle: own.idle,
        most: own.max_connections,
        drain: own.drain,
        ..Config::default()
    };
    if common.mine {
        mine::put_in(&mut config, policy);
    }
    config
}

fn threads(text: &str) -> Result<usize, String> {
    number(text, 1..=MOST_THREADS)
}

fn policy(text: &str) -> Result<Policy, String> {
    match text {
        "round-robin" => Ok(Policy::RoundRobin),
        "least-connections" => Ok(Policy::LeastConnections),
        _ => Err("write round-robin or least-connections".to_owned()),
    }
}
