//! Acts 2 to 5: one worker, a queue of one, both taken; and one client too many.

use std::io;

use ch00_workbench::Client;
use ch00_workbench::cli::{DemoFlags, Stage};
use ch03_worker_pool::{Policy, WorkerPool};

use super::script::Script;

pub fn play(stage: &Stage, flags: &DemoFlags) -> anyhow::Result<()> {
    let acts = [
        (Policy::Abort, "the newest is turned away, and the acceptor hears of it"),
        (Policy::CallerRuns, "the acceptor serves the newest itself, and accepts nobody meanwhile"),
        (Policy::Discard, "the newest is dropped, and nobody hears of it"),
        (Policy::DiscardOldest, "the oldest that waits is dropped for the newest"),
    ];
    for (number, (policy, lesson)) in (2..).zip(acts) {
        stage.act(&format!("Act {number}: {policy}"));
        stage.explain(&format!("One worker, busy with Alice; Bob waits; Carol comes: {lesson}.\n"));
        one_too_many(stage, flags, policy)?;
    }
    Ok(())
}

fn one_too_many(stage: &Stage, flags: &DemoFlags, policy: Policy) -> anyhow::Result<()> {
    let pool = WorkerPool::builder().core(1).queue(1).policy(policy);
    let script = Script::begin(stage, flags, pool, None)?;
    let mut alice = script.connect("alice", 2)?;
    alice.send("slow")?;
    script.state("worker-1", "working", 1)?;
    let mut bob = script.connect("bob", 3)?;
    let mut carol = script.connect_only("carol")?;
    let waiting = match policy {
        Policy::Abort | Policy::Discard => {
            script.state("acceptor", "accepting", 4)?;
            expect_end(&script, &mut carol, "carol")?;
            (bob, "bob")
        }
        Policy::DiscardOldest => {
            script.state("acceptor", "accepting", 4)?;
            expect_end(&script, &mut bob, "bob")?;
            (carol, "carol")
        }
        Policy::CallerRuns => {
            script.state("acceptor", "reading", 1)?;
            carol.send("quick")?;
            script.state("acceptor", "reading", 2)?;
            carol.receive("quick")?;
            carol.finish()?;
            script.state("acceptor", "accepting", 4)?;
            (bob, "bob")
        }
    };
    script.gate.open();
    script.state("worker-1", "reading", 2)?;
    alice.receive("slow")?;
    alice.finish()?;
    script.state("worker-1", "reading", 3)?;
    serve_the_waiting(&script, waiting.0)?;
    script.numbers();
    Ok(())
}

fn expect_end(script: &Script, client: &mut Client, name: &str) -> io::Result<()> {
    client.expect_end()?;
    script.says(name, "finds the connection closed");
    Ok(())
}

fn serve_the_waiting(script: &Script, mut client: Client) -> io::Result<()> {
    client.send("hello")?;
    script.state("worker-1", "reading", 4)?;
    client.receive("hello")?;
    client.finish()?;
    script.state("worker-1", "idle", 2)?;
    Ok(())
}
