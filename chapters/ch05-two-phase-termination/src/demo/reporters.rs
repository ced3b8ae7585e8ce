//! Act 1: three reporters are told to stop while they are in the same place.

use std::io;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use ch00_workbench::cli::Stage;
use ch00_workbench::{Gate, Journal};
use ch05_two_phase_termination::reporter::library::{Parcel, uplink};
use ch05_two_phase_termination::reporter::{s1_flag_only, s2_wake_only, s3_flag_and_wake};

use super::wait_for_state;

/// How often the reporters report.
const EVERY: Duration = Duration::from_secs(1);

pub fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.act("Act 1: three reporters, each told to stop");
    stage.explain("Each reports every second. Only one of them ends in time.");
    flag_only(stage)?;
    wake_only(stage)?;
    flag_and_wake(stage)?;
    Ok(())
}

fn flag_only(stage: &Stage) -> io::Result<()> {
    stage.explain("\nA flag alone. It is told as soon as it has gone to sleep.");
    let journal = stage.journal().named("flag only");
    let lane = journal.clone();
    let asleep = Gate::new("the first report");
    let reporter = s1_flag_only::Reporter::start(EVERY, {
        let asleep = asleep.clone();
        move || {
            lane.state("reporting");
            lane.state("asleep");
            asleep.open();
        }
    })?;
    asleep.pass();
    journal.say(|| "is told to stop".to_owned());
    let told = Instant::now();
    reporter.stop();
    journal.end();
    stage
        .explain(&format!("It ended{:.1?} later, when it woke by itself.", Padded(told.elapsed())));
    Ok(())
}

fn wake_only(stage: &Stage) -> io::Result<()> {
    stage.explain("\nA wake-up alone. It is woken while its report waits inside a library.");
    let journal = stage.journal().named("wake only");
    let (report, parcels) = through_a_library(&journal);
    let reporter = s2_wake_only::Reporter::start(EVERY, report)?;
    let first = parcel(&parcels);
    wait_for_state(stage.memory(), "wake only", "in the library", 1);
    journal.say(|| "is woken, to stop".to_owned());
    reporter.tell();
    // Woken for nothing, as it must seem to the library, it has gone back to sleep.
    wait_for_state(stage.memory(), "wake only", "in the library", 2);
    first.acknowledge();
    wait_for_state(stage.memory(), "wake only", "asleep", 1);
    let second = parcel(&parcels);
    wait_for_state(stage.memory(), "wake only", "in the library", 3);
    journal.say(|| "reports again, as if nothing had been said".to_owned());
    second.acknowledge();
    wait_for_state(stage.memory(), "wake only", "asleep", 2);
    reporter.stop();
    journal.end();
    stage.explain("It ended only when it was woken once more, and in the right sleep.");
    Ok(())
}

fn flag_and_wake(stage: &Stage) -> anyhow::Result<()> {
    stage.explain("\nBoth. It is told in the very same place.");
    let journal = stage.journal().named("flag and wake");
    let (report, parcels) = through_a_library(&journal);
    let report = std::sync::Mutex::new(report);
    let mut reporter = s3_flag_and_wake::Reporter::new(EVERY, move || {
        (report.lock().expect("no report panics"))();
    });
    reporter.start()?;
    let first = parcel(&parcels);
    wait_for_state(stage.memory(), "flag and wake", "in the library", 1);
    journal.say(|| "is told to stop, and woken".to_owned());
    reporter.tell();
    wait_for_state(stage.memory(), "flag and wake", "in the library", 2);
    first.acknowledge();
    wait_for_state(stage.memory(), "flag and wake", "asleep", 1);
    let told = Instant::now();
    reporter.stop();
    journal.end();
    let took = Padded(told.elapsed());
    stage.explain(&format!(
        "It ended{took:.1?} after its report, and did not sleep its interval out."
    ));
    Ok(())
}

/// A report that sends its figure through the library, and the collector's end.
fn through_a_library(journal: &Journal) -> (impl FnMut() + Send + use<>, Receiver<Parcel>) {
    let (uplink, parcels) = uplink(journal.clone());
    let (journal, mut figure) = (journal.clone(), 0);
    let report = move || {
        journal.state("reporting");
        figure += 1;
        uplink.send(figure);
        journal.state("asleep");
    };
    (report, parcels)
}

fn parcel(parcels: &Receiver<Parcel>) -> Parcel {
    parcels.recv_timeout(Duration::from_secs(20)).expect("the reporter reports every second")
}

/// A measured time, behind a space: transcripts are compared without both.
struct Padded(Duration);

impl std::fmt::Debug for Padded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(" ")?;
        self.0.fmt(f)
    }
}
