//! The story of this chapter, in three acts.

mod apart;
mod assigned;
mod in_step;
mod scene;

use ch00_workbench::cli::{DemoFlags, Stage, cannot_play};

use crate::flags::{Flags, Policy};
use crate::mine;

/// Plays all acts.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    if own.idle.is_some() {
        return Err(cannot_play("--idle"));
    }
    if own.max_connections.is_some() {
        return Err(cannot_play("--max-connections"));
    }
    if flags.common.mine {
        mine::announce(&[Policy::RoundRobin, Policy::LeastConnections])?;
    }
    apart::play(stage, flags, own)?;
    assigned::play(stage, flags, own)?;
    stage.explain("\nAll of it, a lane for each thread:");
    stage.swimlane();
    stage.moral(
        "with a loop for each worker nothing changes hands; and while one works, all who were \
         given to it wait.",
    );
    Ok(())
}
