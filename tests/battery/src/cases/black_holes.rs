//! Peers that are gone without a word: they neither read nor close.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected;
use crate::subject::Subject;
use crate::transfer::{Flood, fill};

/// A thread that waits in a write to such a peer is lost; with enough of them, so are all threads.
pub const CASE: Case = Case {
    name: "black_holes_hold_up_nobody",
    about: "More peers than threads send, fill all buffers and vanish without closing: the next \
            client is served",
    against: Against::Shared,
    weight: Weight::Heavy,
    needs: Needs::Nothing,
    expected: expected::passes_unless_clients_pin_workers,
    run,
};

const MOST_SENT: usize = 64 * 1024 * 1024;

fn run(subject: &mut Subject) -> Result<()> {
    let address = subject.process.address;
    let numbers = 0..subject.server.crowd() as u64;
    let floods = numbers.map(|seed| Flood::over(Client::connect(address)?, seed));
    let mut floods = floods.collect::<Result<Vec<_>>>()?;
    // Where each of them has a worker, they need not send a byte to keep it; and one that was
    // turned away cannot.
    if subject.server.holds_any_number() {
        fill(&mut floods, MOST_SENT)?;
    }
    for _ in 0..10 {
        subject.connect()?.ask("the next", subject.patience).context("the next client")?;
    }
    Ok(())
}
