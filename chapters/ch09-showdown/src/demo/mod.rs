//! The demo: a small comparison, and a small lie uncovered.
//!
//! Its figures are real, and so differ from run to run.

mod pausing;
mod polite;
mod turns;

use ch00_workbench::cli::Stage;
use ch09_showdown::compare::builds;

/// Tells the story.
pub fn run(stage: &Stage) -> anyhow::Result<()> {
    if !builds::is_release() {
        stage.explain(
            "(A debug build: all of it is slower than it could be. For figures that count, \
             add --release.)",
        );
    }
    turns::play(stage)?;
    polite::play(stage)?;
    stage.moral(
        "measure before you believe: in turns, on the same machine, \
         and by a clock that does not wait for the server.",
    );
    Ok(())
}
