//! A second signal, by somebody who has waited long enough.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::expected::{self, patience};
use crate::subject::Subject;

/// A server that only knows the polite way leaves its user with SIGKILL.
pub const CASE: Case = Case {
    name: "a_second_signal_forces_the_end",
    about: "SIGTERM while a request is worked on for a minute, and SIGTERM again: it ends at once, \
            says that it was forced, and with exit code 1",
    against: Against::Own("--work sleep:60s"),
    weight: Weight::Light,
    needs: Needs::Signals,
    expected: expected::passes_if_it_stops,
    run,
};

/// Less than the five seconds after which the servers here stop waiting by themselves.
const AT_ONCE: Duration = Duration::from_secs(4);

fn run(subject: &mut Subject) -> Result<()> {
    let client = subject.connect_and_be_accepted()?;
    client.send(b"slow")?;
    subject.process.tell_to_end()?;
    // By this the first signal is known to have been heard: two at once may count as one.
    subject.wait_until_it_refuses()?;
    if !subject.process.is_running() {
        subject.process.expect_end(1, patience())?;
        bail!("it did not wait for the answer that was under way");
    }
    subject.process.tell_to_end()?;
    subject.process.expect_end(1, AT_ONCE).context("after the second signal")?;
    let printed = subject.process.printed();
    ensure!(printed.contains("the stop was forced"), "it does not say that it was forced");
    Ok(())
}
