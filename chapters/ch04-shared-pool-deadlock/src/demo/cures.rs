//! Acts 2 to 4: the cures, and what each of them costs.

use std::time::Instant;

use ch00_workbench::cli::Stage;
use ch00_workbench::{Gate, Journal, Work};
use ch04_shared_pool_deadlock::Registry;
use ch04_shared_pool_deadlock::bound::threads_needed;
use ch04_shared_pool_deadlock::fan_out::FanOut;
use ch04_shared_pool_deadlock::pool::Pool;
use ch04_shared_pool_deadlock::two_stages::{CHILDREN, TwoStages};
use ch04_shared_pool_deadlock::verdict::FindCycle;

use super::script::{Watched, ended, rescue};

/// Jobs of stage one where there may be many.
const MANY: usize = 10;

pub fn bigger(stage: &Stage, find_cycle: FindCycle) -> anyhow::Result<()> {
    stage.act("Act 2, first cure: a bigger pool");
    let watched = Watched::unseen(find_cycle)?;
    let stages = TwoStages::on_one_pool(&watched.registry, 3)?;
    let served = ended(watched.start(&stages, 1..=2)?);
    stage.explain(&format!("3 threads, 2 jobs of stage one: {served} of 2 end."));

    // A new pool, whose workers get their jobs in order.
    let watched = Watched::unseen(find_cycle)?;
    let stages = TwoStages::on_one_pool(&watched.registry, 3)?;
    let parents = watched.start(&stages, 1..=3)?;
    let dump = watched.verdict()?;
    stage.explain("3 threads, 3 jobs of stage one:");
    stage.explain(&format!("  {}", dump.sentence()));
    rescue(&dump);
    ended(parents);
    let bounds =
        [2, 10, 100, 1000].map(|parents| format!("{} for {parents}", threads_needed(parents)));
    stage.explain(&format!("Threads needed: {}.", bounds.join(", ")));
    stage.explain("The cost: all of them but one may do nothing but wait, and the number of jobs");
    stage.explain("that wait at once must have a bound, and somebody must know it.");
    Ok(())
}

pub fn separate(stage: &Stage, find_cycle: FindCycle) -> anyhow::Result<()> {
    stage.act("Act 3, second cure: a pool for each stage");
    let watched = Watched::unseen(find_cycle)?;
    let stages = TwoStages::on_two_pools(&watched.registry, [2, 1])?;
    let open = Gate::new("no gate");
    open.open();
    let parents: Result<Vec<_>, _> =
        (1..=MANY).map(|number| stages.start(number, open.clone())).collect();
    let served = ended(parents?);
    stage.explain(&format!("2 + 1 threads, {MANY} jobs of stage one: {served} of {MANY} end."));
    stage.explain("The cost: the 2 threads of stage one wait, and cannot lend a hand to the 1 of");
    stage.explain("stage two, which does all the work; and each further stage wants a pool more.");
    Ok(())
}

pub fn helping(stage: &Stage, find_cycle: FindCycle) -> anyhow::Result<()> {
    stage.act("Act 4, third cure: help while you wait");
    let watched = Watched::unseen(find_cycle)?;
    let stages = TwoStages::on_one_pool(&watched.registry, 1)?;
    let open = Gate::new("no gate");
    open.open();
    let parents: Result<Vec<_>, _> =
        (1..=MANY).map(|number| stages.start_helping(number, open.clone())).collect();
    let helped: Vec<usize> =
        parents?.into_iter().filter_map(|parent| parent.wait().ok()?.ok()).collect();
    let (served, own) = (helped.len(), helped.iter().sum::<usize>());
    let children = MANY * CHILDREN;
    stage.explain(&format!("1 thread, {MANY} jobs of stage one: {served} of {MANY} end."));
    stage.explain(&format!("{own} of {children} jobs of stage two were run by their parents."));
    let alone = time_of_one(2, false)?;
    let busy = time_of_one(1, true)?;
    stage.explain("The cost, for two jobs of 50 ms each:");
    stage.explain(&format!("  a pool of 2 for them    {alone:.1?}"));
    stage.explain(&format!("  their parent, alone     {busy:.1?}"));
    stage.explain(
        "A parent may come back later from its help than from a wait, and its stack grows",
    );
    stage.explain("with each level that helps.");
    Ok(())
}

/// Times one request whose two parts take 50 ms each: by `threads` others, or on the pool of one
/// whose only worker is the parent.
fn time_of_one(threads: usize, helps: bool) -> anyhow::Result<std::time::Duration> {
    let registry = Registry::new(Journal::off());
    let parent = Pool::new(&registry, "parent", 1)?;
    let pool = if helps { parent.clone() } else { Pool::new(&registry, "other", threads)? };
    let work: Work = "sleep:50ms".parse().expect("it reads like this");
    let fan_out = FanOut { pool, helps, helper: None, work };
    let start = Instant::now();
    let waited = parent.submit("request", Vec::new(), move || fan_out.request("demo", b"ab"))?;
    waited.wait()??;
    Ok(start.elapsed())
}
