//! The story of this chapter: an order, four policies, and a client who says nothing.

mod idle;
mod order;
mod policies;
mod script;

use ch00_workbench::cli::{DemoFlags, Stage};

use crate::flags::Flags;
use crate::mine;

/// Plays all acts.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    if flags.common.mine {
        mine::announce()?;
    }
    order::play(stage, flags)?;
    policies::play(stage, flags)?;
    idle::play(stage, flags, own)?;
    stage.explain("\nAll acts, a lane for each thread:");
    stage.swimlane();
    stage.moral("bound the threads, bound the queue, and say what happens when both are full.");
    Ok(())
}
