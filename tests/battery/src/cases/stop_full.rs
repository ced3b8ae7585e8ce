//! A stop while clients read nothing of what they are owed.

use anyhow::{Context, Result, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;
use crate::transfer::{Flood, fill};

/// To pay all debts is a good intention, and a server that has no other never ends.
pub const CASE: Case = Case {
    name: "a_deadline_ends_what_nobody_reads",
    about: "SIGTERM while clients read nothing and all buffers are full: the server waits for them \
            until its deadline, and ends by force, with exit code 1",
    against: Against::Draining("300ms"),
    weight: Weight::Light,
    needs: Needs::Signals,
    expected: expected::passes_if_it_stops,
    run,
};

/// No more than the smallest server here has threads, less one.
const CLIENTS: u64 = 3;

const MOST_SENT: usize = 64 * 1024 * 1024;

fn run(subject: &mut Subject) -> Result<()> {
    let address = subject.process.address;
    let floods = (0..CLIENTS).map(|seed| Flood::over(Client::connect(address)?, seed));
    let mut floods = floods.collect::<Result<Vec<_>>>()?;
    fill(&mut floods, MOST_SENT)?;
    subject.process.tell_to_end()?;
    subject.process.expect_end(1, patience()).context("after the deadline")?;
    let printed = subject.process.printed();
    ensure!(printed.contains("the stop was forced"), "it does not say that it was forced");
    Ok(())
}
