//! Act 1: core, queue, max, and no.

use ch00_workbench::cli::{DemoFlags, Stage};
use ch03_worker_pool::WorkerPool;

use super::script::Script;

pub fn play(stage: &Stage, flags: &DemoFlags) -> anyhow::Result<()> {
    stage.act("Act 1: core 1, max 2, a queue of 1, and four clients");
    stage.explain("Alice's request is slow. Where do Bob, Carol and Dave find a place?\n");
    let pool = WorkerPool::builder().core(1).max(2).queue(1);
    let script = Script::begin(stage, flags, pool, None)?;
    let mut alice = script.connect("alice", 2)?;
    alice.send("slow")?;
    script.state("worker-1", "working", 1)?;
    let mut bob = script.connect("bob", 3)?;
    let mut carol = script.connect("carol", 4)?;
    let mut dave = script.connect("dave", 5)?;
    dave.expect_end()?;
    script.says("dave", "finds the connection closed");

    carol.send("quick")?;
    script.state("worker-2", "reading", 2)?;
    carol.receive("quick")?;
    carol.finish()?;
    // Worker 2 takes what lies in the queue.
    script.state("worker-2", "reading", 3)?;
    bob.send("hello")?;
    script.state("worker-2", "reading", 4)?;
    bob.receive("hello")?;
    bob.finish()?;
    script.state("worker-2", "idle", 2)?;

    script.gate.open();
    script.state("worker-1", "reading", 2)?;
    alice.receive("slow")?;
    alice.finish()?;
    script.state("worker-1", "idle", 1)?;
    script.numbers();
    stage.explain("Carol came after Bob and was served before him: a full queue starts workers.");
    Ok(())
}
