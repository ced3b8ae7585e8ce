//! Act one: a few servers take turns under the same load.

use std::time::Duration;

use anyhow::ensure;
use ch00_workbench::cli::Stage;
use ch09_showdown::compare::rounds::{self, present};
use ch09_showdown::compare::{Placement, Plan, Results, Sample, Server};
use ch09_showdown::load::Halt;
use colored::Colorize;

/// Who takes part, as far as they are there: the base, the floor, and what was built last.
const CAST: [&str; 6] = [
    "tokio",
    "floor-edge",
    "thread-each",
    "half-sync-proactor",
    "multi-reactor",
    "leader-followers-s5",
];

const CLIENTS: usize = 50;

/// Columns of the longest bar.
const BAR: f64 = 30.0;

pub fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.act("Three rounds: the same fifty clients, one server after the other");
    let cast: Result<Vec<&Server>, String> = CAST.iter().map(|name| Server::named(name)).collect();
    let cast = cast.map_err(anyhow::Error::msg)?;
    let (placement, note) = Placement::best();
    let (present, _) = present(&cast);
    let plan = Plan {
        base: cast[0],
        servers: cast,
        connections: vec![CLIENTS],
        rounds: 3,
        time: Duration::from_millis(120),
        payload: 64,
        work: "none".to_owned(),
        threads: 2,
        load_threads: 1,
        placement,
    };
    note.iter().for_each(|note| stage.explain(note));
    stage.explain(
        "Each client sends 64 bytes, waits for their echo, checks it, and sends again.\n\
         What counts is the ratio within a round: the machine of a moment is the same for all.\n",
    );
    let results = rounds::run(&plan, &present, &Halt::default(), &mut |_, _, _| {});
    tell(stage, &results);
    let measured = results.cells.iter().any(|cell| cell.spread(Sample::rate).is_some());
    ensure!(measured, "no server could be measured here");
    stage.explain("\nAll servers: cargo run --release -p ch09-showdown -- compare");
    Ok(())
}

fn tell(stage: &Stage, results: &Results) {
    let rates = results.cells.iter().filter_map(|cell| Some(cell.spread(Sample::rate)?.median));
    let most = rates.fold(1.0, f64::max);
    for cell in &results.cells {
        let Some(rate) = cell.spread(Sample::rate) else { continue };
        let bar = "█".repeat((rate.median / most * BAR).round() as usize);
        let ratio = results.ratio(cell).map_or(String::new(), |ratio| {
            format!("{:.2} × {}", ratio.median, results.plan.base.name)
        });
        let cpu = cell
            .spread(Sample::cpu_us)
            .map_or(String::new(), |cpu| format!(", {:.1} µs of processor each", cpu.median));
        let name = cell.server.name;
        stage.explain(&format!(
            "{name:<20} {:<30} {:>7.0} messages/s, {ratio}{cpu}",
            bar.cyan(),
            rate.median
        ));
    }
    results.notes.iter().for_each(|note| stage.explain(&format!("note: {note}")));
}
