//! Clients that say nothing.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;

/// The limit of every pool whose workers are given a connection for as long as it lasts.
pub const CASE: Case = Case {
    name: "idle_clients_hold_up_nobody",
    about: "More clients than threads connect and say nothing: one that asks is served, and so are \
            they when they ask at last",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Nothing,
    expected: expected::passes_unless_clients_pin_workers,
    run,
};

fn run(subject: &mut Subject) -> Result<()> {
    let idle = Client::connect_many(subject.process.address, subject.server.crowd())?;
    let active = subject.connect()?;
    active.ask("the only one to ask", subject.patience).context("the active client")?;
    for client in idle {
        client.ask("awake", patience()).context("a client that was idle")?;
    }
    Ok(())
}
