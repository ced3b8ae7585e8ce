//! Act 1: chapter 1's story again, with all of the server on one thread.

use ch00_workbench::cli::{DemoFlags, Stage};
use ch02_lightweight_threads::handler::Manner;

use super::script::Script;
use crate::flags::Flags;

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 1: a slow request and a quick one, on a single thread");
    stage.explain("Alice asks for something slow. Then Bob comes. There is one thread for all.\n");
    let script = Script::start(stage, flags.addr, flags, own, |_| Manner::Awaits)?;
    let mut alice = script.connect("alice")?;
    script.wait_for("task-1", "reading", 1)?;
    alice.send("slow")?;
    script.wait_for("task-1", "working", 1)?;

    let mut bob = script.connect("bob")?;
    script.wait_for("task-2", "reading", 1)?;
    bob.send("quick")?;
    script.wait_for("task-2", "reading", 2)?;
    bob.receive("quick")?;
    script.finish(bob, "task-2")?;

    script.gate.open();
    script.wait_for("task-1", "reading", 2)?;
    alice.receive("slow")?;
    script.finish(alice, "task-1")?;
    script.end()
}
