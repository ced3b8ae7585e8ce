//! The story of this chapter, in three acts.

mod pools;
mod reporters;
mod server;

use ch00_workbench::cli::{DemoFlags, Stage};
use ch00_workbench::{Entry, Memory, What};

use crate::flags::Flags;

/// Plays all acts.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    reporters::play(stage)?;
    pools::play(stage)?;
    server::play(stage, flags, own)?;
    stage.explain("\nAll of it, a lane for each thread:");
    stage.swimlane();
    stage.moral("to stop a thread, tell it and wake it; then wait until it has ended by itself.");
    Ok(())
}

/// Waits until `thread` has noted `state` for the `times`th time.
fn wait_for_state(memory: &Memory, thread: &str, state: &str, times: usize) {
    let story = format!("{thread}: [{state}] for the {times}. time");
    let wanted = What::State(state.to_owned());
    let is_it = |entry: &Entry| &*entry.thread == thread && entry.what == wanted;
    memory.wait_for_nth(times, &story, is_it);
}
