//! The story of this chapter, in four acts.

mod blocking;
mod many;
mod script;
mod together;

use anyhow::ensure;
use ch00_workbench::cli::{DemoFlags, Stage};

use crate::flags::{Flags, say_what_is_yours};

/// Plays all acts.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    ensure!(own.idle_timeout.is_none(), "--idle-timeout cuts the demo's clients: use serve --mine");
    say_what_is_yours(&flags.common, own)?;
    together::play(stage, flags, own)?;
    blocking::play_starving(stage, flags, own)?;
    blocking::play_off_loading(stage, flags, own)?;
    many::play(stage, flags, own)?;
    stage.explain("\nThe first three acts again, one after the other, a lane for each task:");
    stage.swimlane();
    stage.moral(
        "a task costs a piece of memory where a thread costs a stack, so thousands can wait on \
         a few threads, as long as none of them blocks the thread it runs on.",
    );
    Ok(())
}
