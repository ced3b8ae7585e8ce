//! The story of this chapter.

use ch00_workbench::cli::{DemoFlags, Stage};

use crate::flags::Flags;

/// Plays all acts.
pub fn run(stage: &Stage, _: &DemoFlags, _: &Flags) -> anyhow::Result<()> {
    stage.moral("promote the next look-out before you go to work.");
    Ok(())
}
