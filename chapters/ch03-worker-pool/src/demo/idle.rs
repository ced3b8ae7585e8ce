//! Acts 6 and 7: a client who says nothing keeps a worker; a time-out takes it back.

use std::time::Duration;

use ch00_workbench::cli::{DemoFlags, Stage};
use ch03_worker_pool::WorkerPool;

use super::script::Script;
use crate::flags::Flags;

/// Long enough that a busy machine plays the steps before it, short enough to wait for.
const IDLE_TIMEOUT: Duration = Duration::from_millis(1500);

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 6: a client who says nothing");
    stage.explain("One worker. Alice connects, and says nothing. Bob only wants to say hello.\n");
    let pool = || WorkerPool::builder().core(1).queue(1);
    let script = Script::begin(stage, flags, pool(), None)?;
    let alice = script.connect("alice", 2)?;
    let mut bob = script.connect("bob", 3)?;
    bob.send("hello")?;
    script.numbers();
    stage.explain("No job, no error, no load; and Bob's hello would lie there for ever.\n");
    alice.finish()?;
    script.state("worker-1", "reading", 3)?;
    bob.receive("hello")?;
    bob.finish()?;
    script.state("worker-1", "idle", 2)?;

    let idle_timeout = own.idle_timeout.unwrap_or(IDLE_TIMEOUT);
    let idle_text = format!("{idle_timeout:.1?}");
    stage.act(&format!("Act 7: the same, with an idle time-out of {idle_text}"));
    stage.explain("Alice never goes.\n");
    let script = Script::begin(stage, flags, pool(), Some(idle_timeout))?;
    let mut alice = script.connect("alice", 2)?;
    let mut bob = script.connect("bob", 3)?;
    bob.send("hello")?;
    script.state("worker-1", "reading", 3)?;
    bob.receive("hello")?;
    bob.finish()?;
    script.state("worker-1", "idle", 2)?;
    alice.expect_end()?;
    script.says("alice", "finds the connection closed");
    Ok(())
}
