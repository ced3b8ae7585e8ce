//! Act 1: two stages, one pool of two, and nothing moves.

use ch00_workbench::cli::Stage;
use ch03_worker_pool::Metrics;
use ch04_shared_pool_deadlock::two_stages::TwoStages;
use ch04_shared_pool_deadlock::verdict::FindCycle;

use super::script::{Watched, ended, rescue};
use crate::flags::{Flags, tell};

pub fn play(stage: &Stage, own: &Flags, find_cycle: FindCycle) -> anyhow::Result<()> {
    stage.act("Act 1: two stages, one pool of two");
    stage.explain(
        "Each job of stage one says L1, submits two of stage two, waits for them, and says end.\n",
    );
    let watched = Watched::new(stage.journal(), stage.memory().clone(), find_cycle)?;
    let stages = TwoStages::on_one_pool(&watched.registry, 2)?;
    let parents = watched.start(&stages, 1..=2)?;

    let dump = watched.verdict()?;
    stage.explain("\nNobody says `end`. There is no error, and the pool's numbers look well:");
    show(stage, &stages.first().metrics());
    tell(&dump, own.graph.as_deref());

    stage.explain("\nSo that this demo goes on, the first latch is opened by hand.\n");
    rescue(&dump);
    let served = ended(parents);
    stage.explain(&format!("\n{served} of 2 jobs got what they had waited for."));
    Ok(())
}

/// What a dashboard would show of a pool.
pub fn show(stage: &Stage, metrics: &Metrics) {
    let Metrics { live, idle, queued, completed, panicked, rejected, .. } = metrics;
    stage.explain(&format!(
        "  {live} workers live, {idle} idle, {queued} queued, {completed} completed, \
         {panicked} panicked, {rejected} rejected"
    ));
}
