//! Act 3: two policies, and clients of whom some stay and some go.

use ch00_workbench::cli::{DemoFlags, Stage};

use super::scene::Scene;
use crate::flags::{Flags, Policy, config};

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 3: who gets the next one?");
    stage.explain(
        "Four clients, two for each worker. Those of the second worker go. Two more come.",
    );
    stage.explain("\nRound robin takes turns, whoever has gone:\n");
    four_then_two(stage, flags, own, Policy::RoundRobin, "robin", "acceptor-2")?;
    stage.explain("\nLeast connections counts:\n");
    four_then_two(stage, flags, own, Policy::LeastConnections, "least", "acceptor-3")
}

fn four_then_two(
    stage: &Stage,
    flags: &DemoFlags,
    own: &Flags,
    policy: Policy,
    workers: &str,
    acceptor: &'static str,
) -> anyhow::Result<()> {
    let own = Flags { assign: policy, ..own.clone() };
    let mut config = config(stage.journal(), &flags.common, &own);
    config.name = workers.to_owned();
    let scene = Scene::open(stage, flags.addr_on_any_port(), acceptor, config)?;
    let [first, third] = {
        let first = scene.connect("first")?;
        let second = scene.connect("second")?;
        let third = scene.connect("third")?;
        let fourth = scene.connect("fourth")?;
        scene.finish(second)?;
        scene.finish(fourth)?;
        [first, third]
    };
    let fifth = scene.connect("fifth")?;
    let sixth = scene.connect("sixth")?;
    for client in [first, third, fifth, sixth] {
        scene.finish(client)?;
    }
    scene.close()
}
