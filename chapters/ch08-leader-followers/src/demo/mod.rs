//! The story of this chapter: the roles in a quiet moment and in a busy one, and what the later
//! stages add.

mod acts;
mod clients;
mod pre_fork;
mod server;

use ch00_workbench::cli::{DemoFlags, Stage, cannot_play};
use ch08_leader_followers::Stage as Pattern;

use crate::flags::Flags;

/// Threads of the demo's servers, unless told otherwise: with three, each role has one.
const THREADS: usize = 3;

/// Plays the acts of the chosen stage.
pub fn run(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    if own.idle.is_some() {
        return Err(cannot_play("--idle"));
    }
    if own.max_connections.is_some() {
        return Err(cannot_play("--max-connections"));
    }
    let mut flags = flags.clone();
    let mut own = own.clone();
    own.threads = Some(own.threads.unwrap_or(THREADS));
    if own.stage == Pattern::S1 {
        pre_fork::play(stage, &flags, &own)?;
    } else {
        acts::quiet(stage, &flags, &own)?;
        // The first server may still have the port.
        flags.addr = flags.addr_on_any_port();
        acts::busy(stage, &flags, &own)?;
    }
    if matches!(own.stage, Pattern::S3 | Pattern::S4) {
        acts::hand_off(stage, &flags, &own)?;
    }
    if own.stage == Pattern::S4 {
        acts::growth(stage, &flags, &own)?;
    }
    stage.moral(match own.stage {
        Pattern::S5 => "lead for as long as you get on, and be watched.",
        _ => "promote the next look-out before you go to work.",
    });
    Ok(())
}
