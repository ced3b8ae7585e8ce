//! A server with nothing to do.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;

/// A wake-up that is never consumed, or a socket that is ready for what nobody wants: the loop turns
/// at full speed, and nothing is wrong but the bill.
pub const CASE: Case = Case {
    name: "waiting_costs_no_processor_time",
    about: "Clients are connected and nobody says anything: the server rests, and uses next to \
            no processor time",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Figures,
    expected: expected::passes,
    run,
};

/// Fewer than the smallest server here has threads.
const CLIENTS: usize = 3;

fn run(subject: &mut Subject) -> Result<()> {
    let clients = Client::connect_many(subject.process.address, CLIENTS)?;
    for client in &clients {
        client.ask("hello", patience()).context("a client before the quiet")?;
    }
    subject.expect_rest(&clients[0])
}
