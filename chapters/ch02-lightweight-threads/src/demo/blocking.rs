//! Acts 2 and 3: a call that blocks, on the executor's thread and off it.

use std::{io, thread};

use anyhow::Context;
use ch00_workbench::Gate;
use ch00_workbench::cli::{DemoFlags, Stage};
use ch02_lightweight_threads::handler::Manner;

use super::script::Script;
use crate::flags::Flags;

/// Act 2: Alice's call blocks the only thread, and Bob is not even accepted.
pub fn play_starving(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 2: the same, but Alice's request blocks the thread");
    stage.explain("A function that blocks, called by a task: a lock, a file, an old library.\n");
    let script = Script::start(stage, flags.addr_on_any_port(), flags, own, |_| Manner::Blocks)?;
    let mut alice = script.connect("alice")?;
    script.wait_for("task-1", "reading", 1)?;
    alice.send("slow")?;
    script.gate.wait_for_waiting(1); // the executor's only thread stands at the gate

    let mut bob = script.connect("bob")?; // the kernel connects him, the server does nothing
    bob.send("quick")?;
    stage.explain("              Bob has sent all he wants to say, and nobody has accepted him.");
    script.gate.open();
    script.wait_for("task-2", "reading", 2)?;
    alice.receive("slow")?;
    bob.receive("quick")?;
    script.finish(alice, "task-1")?;
    script.finish(bob, "task-2")?;
    script.end()
}

/// Act 3: the call is made on another thread, and Bob is served meanwhile.
pub fn play_off_loading(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 3: the blocking call is made on a thread that is kept for such calls");
    stage.explain("Alice's task awaits the end of the call, and its thread is free for Bob.\n");
    let off_loads = |asked: Manner| match asked {
        Manner::OffLoads(_) => asked, // with --mine, the learner's own
        Manner::Awaits | Manner::Blocks => Manner::off_loads(),
    };
    let script = Script::start(stage, flags.addr_on_any_port(), flags, own, off_loads)?;
    room_for_the_calls()?;
    let mut alice = script.connect("alice")?;
    script.wait_for("task-1", "reading", 1)?;
    alice.send("slow")?;
    script.gate.wait_for_waiting(1); // another thread stands at the gate

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

/// Makes sure that both clients' calls can have a thread at the same time: without, this act would
/// wait in vain.
fn room_for_the_calls() -> anyhow::Result<()> {
    let gate = Gate::new("both threads are there");
    let stand = || {
        thread::Builder::new().spawn({
            let gate = gate.clone();
            move || gate.pass()
        })
    };
    let both: io::Result<Vec<_>> = (0..2).map(|_| stand()).collect();
    gate.open();
    for thread in both.context("no thread for a blocking call")? {
        thread.join().expect("the gate opens");
    }
    Ok(())
}
