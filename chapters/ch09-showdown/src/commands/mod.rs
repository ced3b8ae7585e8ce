//! The commands that only this chapter has.

mod load;

use ch00_workbench::cli::Commands;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Own {
    /// Many clients of any echo server: throughput and latencies, every byte checked
    Load(load::LoadFlags),
}

impl Commands for Own {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Own::Load(flags) => load::run(&flags),
        }
    }
}
