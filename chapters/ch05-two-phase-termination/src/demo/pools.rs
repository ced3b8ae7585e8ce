//! Act 2: the same pool with the same jobs, shut down in two ways.

use std::time::Duration;

use ch00_workbench::cli::Stage;
use ch00_workbench::{Gate, Journal};
use ch03_worker_pool::{Refused, WorkerPool};
use ch05_two_phase_termination::StoppablePool;

use super::wait_for_state;

/// Far longer than what is left to do takes.
const PATIENCE: Duration = Duration::from_secs(20);

pub fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.act("Act 2: a pool of one worker, one job that runs and three that wait");
    shutdown(stage)?;
    shutdown_now(stage)
}

fn shutdown(stage: &Stage) -> anyhow::Result<()> {
    stage.explain("`shutdown`: no new jobs; those that are there are done.\n");
    let journal = stage.journal();
    let pool = pool("shutdown")?;
    let gate = Gate::new("the first job's end");
    give(&pool, 1, &journal, {
        let gate = gate.clone();
        move || gate.pass()
    })?;
    (2..=4).try_for_each(|job| give(&pool, job, &journal, || ()))?;
    gate.wait_for_waiting(1);
    pool.shutdown();
    refuse_the_fifth(&pool, stage);
    stage.explain(&format!("over already: {}", pool.await_termination(Duration::ZERO)));
    gate.open();
    stage.explain(&format!("over: {}", pool.await_termination(PATIENCE)));
    Ok(())
}

fn shutdown_now(stage: &Stage) -> anyhow::Result<()> {
    stage.explain("\n`shutdown_now`: those that run are told to end, those that wait come back.\n");
    let journal = stage.journal();
    let pool = pool("now")?;
    let lane = journal.clone();
    pool.execute(move |stop| {
        lane.state("job 1");
        // Half an hour of work, in one sleep. Its token ends it.
        let told = stop.sleep(Duration::from_secs(1800)).is_err();
        lane.say(|| format!("job 1 was told to stop: {told}"));
        lane.end();
    })?;
    wait_for_state(stage.memory(), "now-1", "job 1", 1);
    (2..=4).try_for_each(|job| give(&pool, job, &journal, || ()))?;
    let unrun = pool.shutdown_now();
    let over = pool.await_termination(PATIENCE);
    refuse_the_fifth(&pool, stage);
    stage.explain(&format!("over: {over}, and {} jobs came back unrun", unrun.len()));
    Ok(())
}

/// One worker, whose jobs note their own states.
fn pool(name: &str) -> anyhow::Result<StoppablePool> {
    Ok(StoppablePool::new(WorkerPool::builder().core(1).name(name).build()?))
}

fn give(
    pool: &StoppablePool,
    job: u32,
    journal: &Journal,
    body: impl FnOnce() + Send + 'static,
) -> Result<(), Refused> {
    let journal = journal.clone();
    pool.execute(move |_| {
        journal.state(&format!("job {job}"));
        body();
        journal.end();
    })
}

fn refuse_the_fifth(pool: &StoppablePool, stage: &Stage) {
    if let Err(refused) = pool.execute(|_| ()) {
        stage.explain(&format!("job 5 is turned away: {refused}"));
    }
}
