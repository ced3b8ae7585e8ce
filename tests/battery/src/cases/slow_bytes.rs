//! Clients that send a byte at a time.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::expected::{self, PATIENCE};
use crate::subject::Subject;

/// Known as slowloris: cheap for the clients, and dear for a server that keeps a thread for each.
pub const CASE: Case = Case {
    name: "slow_clients_hold_up_nobody",
    about: "More clients than threads send their request byte by byte: another one is served in \
            between, and all get their answers",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Nothing,
    expected: expected::passes_unless_clients_pin_workers,
    run,
};

const REQUEST: &[u8] = b"one at a time";

fn run(subject: &mut Subject) -> Result<()> {
    let number = subject.server.crowd().max(if subject.server.holds_any_number() { 50 } else { 0 });
    let slow = crate::client::Client::connect_many(subject.process.address, number)?;
    let mut quick = None;
    for byte in REQUEST {
        for client in &slow {
            // Of those that cannot all be served some are turned away: that is not the question.
            let sent = client.send(&[*byte]);
            if subject.server.holds_any_number() {
                sent.context("a slow client sends")?;
            }
        }
        let quick = match &mut quick {
            Some(quick) => quick,
            None => quick.insert(subject.connect()?),
        };
        quick.ask("quick", subject.patience).context("a quick client")?;
    }
    for client in slow {
        client.receive(REQUEST, PATIENCE).context("a slow client")?;
    }
    Ok(())
}
