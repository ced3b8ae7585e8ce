//! Clients that send and never read.

use anyhow::{Context, Result, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;
use crate::transfer::{Flood, fill};

/// A server that reads on while its answers are not taken keeps them all, and runs out of memory.
pub const CASE: Case = Case {
    name: "who_never_reads_costs_no_memory",
    about: "Clients send as much as is taken from them and read nothing: the server stops reading, \
            its memory stays bounded, and when they read at last, every byte is there",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Figures,
    expected: expected::passes,
    run,
};

/// No more than the smallest server here has threads, less one for a client that reads.
const CLIENTS: u64 = 3;

/// More than a connection's four socket buffers hold, by far.
const MOST_SENT: usize = 64 * 1024 * 1024;

/// What the server may keep for all of them together.
const MOST_KEPT: usize = 6 * 1024 * 1024;

fn run(subject: &mut Subject) -> Result<()> {
    let before = subject.process.uses()?.resident;
    let address = subject.process.address;
    let floods = (0..CLIENTS).map(|seed| Flood::over(Client::connect(address)?, seed));
    let mut floods = floods.collect::<Result<Vec<_>>>()?;
    fill(&mut floods, MOST_SENT)?;
    let kept = subject.process.uses()?.resident.saturating_sub(before);
    ensure!(kept < MOST_KEPT, "the server has grown by {} KiB", kept / 1024);
    subject.connect()?.ask("others", patience()).context("a client that reads")?;
    floods.into_iter().try_for_each(|flood| flood.finish().context("a client reads at last"))
}
