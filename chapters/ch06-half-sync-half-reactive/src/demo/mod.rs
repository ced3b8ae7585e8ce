//! The story of this chapter: the same rush of clients, met in both modes.

mod rush;

use ch00_workbench::cli::{DemoFlags, Stage, cannot_play};
use ch06_half_sync_half_reactive::Mode;

use crate::flags::Flags;

/// Clients that an act has at the same time.
const CLIENTS: usize = 4;

/// Plays both acts.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    if own.idle.is_some() {
        return Err(cannot_play("--idle"));
    }
    if own.max_connections < CLIENTS {
        return Err(cannot_play("--max-connections"));
    }
    stage.act("Act 1: reactor mode, one worker, and a queue with one place");
    stage.explain("What is queued is a connection that is ready. The worker reads and writes.\n");
    rush::play(stage, flags, own, Mode::Reactor)?;
    let mut flags = flags.clone();
    // The first server may still have the port.
    flags.addr = flags.addr_on_any_port();
    stage.act("Act 2: the same in proactor mode");
    stage.explain("What is queued is a request, read already. The reactor reads and writes.\n");
    rush::play(stage, &flags, own, Mode::Proactor)?;
    stage.explain("\nBoth, a lane for each thread:");
    stage.swimlane();
    stage.moral("one thread waits for all, a few work, and the queue between them has an end.");
    Ok(())
}
