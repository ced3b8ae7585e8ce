//! A stop while nobody is there.

use anyhow::Result;

use crate::case::{Against, Case, Needs, Weight};
use crate::expected::{self, patience};
use crate::subject::Subject;

/// A thread that waits in accept, or in a poller, has to be woken: no client does it.
pub const CASE: Case = Case {
    name: "it_ends_without_a_client",
    about: "SIGTERM while nobody is connected: it ends by itself, with exit code 0",
    against: Against::Own(""),
    weight: Weight::Light,
    needs: Needs::Signals,
    expected: expected::passes_if_it_stops,
    run,
};

fn run(subject: &mut Subject) -> Result<()> {
    subject.process.tell_to_end()?;
    subject.process.expect_end(0, patience())
}
