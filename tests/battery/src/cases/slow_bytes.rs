//! Clients that send a byte at a time.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
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

/// Slow clients, where more of them make no difference.
const SLOW: usize = 50;

const REQUEST: &[u8] = b"one at a time";

fn run(subject: &mut Subject) -> Result<()> {
    let number = match subject.server.holds_any_number() {
        true => SLOW,
        false => subject.server.crowd(),
    };
    let slow = Client::connect_many(subject.process.address, number)?;
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
        client.receive(REQUEST, patience()).context("a slow client")?;
    }
    Ok(())
}
