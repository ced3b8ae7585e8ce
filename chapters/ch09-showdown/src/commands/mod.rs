//! The commands that only this chapter has.

mod compare;
mod load;

use ch00_workbench::cli::Commands;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Own {
    /// Many clients of any echo server: throughput and latencies, every byte checked
    Load(load::LoadFlags),
    /// Every pattern and every peer under the same load, in turns: one table, and plots
    Compare(compare::CompareFlags),
}

impl Commands for Own {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Own::Load(flags) => load::run(&flags),
            Own::Compare(flags) => compare::run(&flags),
        }
    }
}
