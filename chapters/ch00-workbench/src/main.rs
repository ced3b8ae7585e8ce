//! Chapter 0's program: a demo of the workbench itself. It has no server.

use std::process::ExitCode;
use std::thread;

use anyhow::bail;
use ch00_workbench::cli::{self, Chapter, DemoFlags, ServeFlags, Stage};
use ch00_workbench::{Gate, Journal};

struct Workbench;

#[derive(clap::Args)]
struct NoFlags {}

impl Chapter for Workbench {
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    const ABOUT: &'static str = env!("CARGO_PKG_DESCRIPTION");
    const STOPS: bool = false;
    type Flags = NoFlags;

    fn demo(stage: &Stage, _: &DemoFlags, _: &NoFlags) -> anyhow::Result<()> {
        stage.act("Two threads and a gate");
        stage.explain("The ferry must not leave before the passenger is aboard.\n");
        play(&stage.journal())?;
        stage.explain("\nThe same, a lane for each thread:");
        stage.swimlane();
        stage
            .moral("to order threads, let one wait for what the other has done, never for a time.");
        Ok(())
    }

    fn serve(_: &Stage, _: &ServeFlags, _: &NoFlags) -> anyhow::Result<()> {
        bail!("chapter 0 has no server; the first one: cargo run -p ch01-thread-per-connection")
    }
}

// ANCHOR: play
fn play(journal: &Journal) -> anyhow::Result<()> {
    let aboard = Gate::new("the passenger is aboard");
    let ferry = thread::Builder::new().name("ferry".to_owned()).spawn({
        let (journal, aboard) = (journal.clone(), aboard.clone());
        move || {
            let _end = journal.end_on_drop();
            journal.state("at the pier");
            aboard.pass(); // waits here until the gate is open
            journal.state("under way");
        }
    })?;
    aboard.wait_for_waiting(1); // the ferry stands at the gate
    let passenger = thread::Builder::new().name("passenger".to_owned()).spawn({
        let journal = journal.clone();
        move || {
            let _end = journal.end_on_drop();
            journal.state("on the jetty");
            journal.say(|| "wait for me!".to_owned());
            journal.state("aboard");
        }
    })?;
    passenger.join().expect("the passenger does not panic");
    aboard.open();
    ferry.join().expect("the ferry does not panic");
    Ok(())
}
// ANCHOR_END: play

fn main() -> ExitCode {
    cli::run::<Workbench>()
}
