//! The story of this chapter, in three acts.

mod cost;
mod overlap;
mod together;

use ch00_workbench::cli::{DemoFlags, Stage};

use crate::flags::Flags;

/// Plays all acts.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    overlap::play(stage, flags)?;
    together::play(stage, flags)?;
    cost::play(stage, flags, own)?;
    stage.explain("\nThe first act again, a lane for each thread:");
    stage.swimlane();
    stage.moral(
        "a thread for each client is the simplest server that lets nobody wait for anybody, \
         and every client costs a thread.",
    );
    Ok(())
}
