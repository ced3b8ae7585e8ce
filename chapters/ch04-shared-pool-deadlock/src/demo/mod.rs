//! The story of this chapter: a hang, its diagnosis, three cures, and the same under real clients.

mod clients;
mod cures;
mod hang;
mod script;

use anyhow::bail;
use ch00_workbench::cli::{DemoFlags, Stage};

use crate::flags::{Flags, config, try_graph};

/// Plays all acts.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    if own.cure.is_some() {
        bail!("--cure is for serve; the demo shows the hang and all three cures");
    }
    try_graph(own)?;
    // Once for all acts: it says which answers are the learner's.
    let find_cycle = config(stage.journal(), &flags.common, own)?.find_cycle;
    hang::play(stage, own, find_cycle)?;
    cures::bigger(stage, find_cycle)?;
    cures::separate(stage, find_cycle)?;
    cures::helping(stage, find_cycle)?;
    clients::play(stage, flags, own)?;
    stage.explain("\nThe first act again, a lane for each thread:");
    stage.swimlane();
    stage.moral(
        "a job that waits for a job of its own pool keeps the worker that would have to do it; \
         jobs in one pool must be independent.",
    );
    Ok(())
}
