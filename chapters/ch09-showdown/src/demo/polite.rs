//! Act two: a polite client hides what a server does to impolite ones.

use std::time::Duration;

use ch00_workbench::cli::Stage;
use ch09_showdown::load::outcome::Latencies;
use ch09_showdown::load::report::brief;
use ch09_showdown::load::{self, Halt, Pace, Plan, Silent};

use super::pausing;

/// Messages a second that people would send, whatever the server does.
const RATE: f64 = 1_000.0;

/// How long the server stands still, in the middle of a second.
const PAUSE: Duration = Duration::from_millis(200);

pub fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.act("A polite client and a server that pauses");
    stage.explain(&format!(
        "The server answers at once, but stands still for {} in the middle of a second.\n\
         A message is due each millisecond. Who waits for an answer before the next message\n\
         sends nothing meanwhile, and so sees one slow answer instead of two hundred.\n",
        brief(PAUSE)
    ));
    let address = pausing::start(500, PAUSE)?;
    let plan = Plan {
        pace: Pace::Open { rate: RATE },
        duration: Some(Duration::from_secs(1)),
        ..Plan::new(address, 1)
    };
    let outcome = load::run(&plan, &Halt::default(), &mut Silent)?;
    let tell = |what: &str, latencies: Latencies| {
        let (p50, p99) = (brief(latencies.p50), brief(latencies.p99));
        stage.explain(&format!("{what:<34} p50 {p50:>8}, p99 {p99:>8}"));
    };
    let sent = outcome.uncorrected.as_ref().map(Latencies::of).unwrap_or_default();
    tell("counted from when it was sent", sent);
    tell("counted from when it was due", Latencies::of(&outcome.latency));
    Ok(())
}
