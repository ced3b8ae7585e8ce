//! Acts 1 and 2: two workers, each with clients of its own; and what becomes of these when one of
//! them keeps its worker busy.

use ch00_workbench::cli::{DemoFlags, Stage};
use ch00_workbench::{Client, Gate, Work};

use super::scene::Scene;
use crate::flags::{Flags, Policy, config};

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 1: each client has its worker");
    stage
        .explain("Two workers, each with a loop of its own. The acceptor takes turns with them.\n");
    let gate = Gate::new("the slow answer");
    let own = Flags { assign: Policy::RoundRobin, ..own.clone() };
    let mut config = config(stage.journal(), &flags.common, &own);
    config.work = Work::Held("slow", gate.clone());
    let scene = Scene::open(stage, flags.addr, "acceptor", config)?;
    let mut alice = scene.connect("alice")?;
    let mut bob = scene.connect("bob")?;
    let mut carol = scene.connect("carol")?;
    for client in [&mut alice, &mut bob, &mut carol] {
        scene.round_trip(client, "hello")?;
    }
    stage.explain("\nThey ask again, and each is served by the same worker as before.\n");
    for client in [&mut carol, &mut bob, &mut alice] {
        scene.round_trip(client, "again")?;
    }
    one_is_slow(stage, &scene, &gate, [&mut alice, &mut bob, &mut carol])?;
    for client in [alice, bob, carol] {
        scene.finish(client)?;
    }
    scene.close()
}

/// Alice and Carol share a worker, and Alice asks for something that takes long.
fn one_is_slow(
    stage: &Stage,
    scene: &Scene<'_>,
    gate: &Gate,
    [alice, bob, carol]: [&mut Client; 3],
) -> anyhow::Result<()> {
    stage.act("Act 2: one of them keeps its worker busy");
    stage.explain("Alice asks for something slow. Carol has the same worker, Bob has not.\n");
    alice.send("slow")?;
    gate.wait_for_waiting(1);
    carol.send("quick")?;
    scene.round_trip(bob, "quick")?;
    stage.explain("\nNobody watches for Carol: the one who would is at work. Now it gets done.\n");
    // It answers Alice, waits, finds that Carol has spoken, answers her, and waits.
    scene.until_waiting(2, || gate.open());
    alice.receive("slow")?;
    carol.receive("quick")?;
    stage.explain("");
    Ok(())
}
