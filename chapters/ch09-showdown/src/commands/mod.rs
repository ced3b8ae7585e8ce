//! The commands that only this chapter has.

mod breakdown;
mod compare;
mod load;
mod mine;
mod plan;
mod progress;

use ch00_workbench::cli::Commands;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Own {
    /// Many clients of any echo server: throughput and latencies, every byte checked
    Load(load::LoadFlags),
    /// Every pattern and every peer under the same load, in turns: one table, and plots
    Compare(compare::CompareFlags),
    /// Where a message's time goes, in leader/followers and in half-sync/half-reactive
    Breakdown(breakdown::BreakdownFlags),
    /// How many threads and how long a queue a known load takes, by Erlang's formula
    Plan(plan::PlanFlags),
}

impl Commands for Own {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Own::Load(flags) => load::run(&flags),
            Own::Compare(flags) => compare::run(&flags),
            Own::Breakdown(flags) => breakdown::run(&flags),
            Own::Plan(flags) => plan::run(&flags),
        }
    }
}
