//! A server with nothing to do.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::{Client, Miss};
use crate::expected::{self, PATIENCE};
use crate::subject::Subject;

/// A wake-up that is never consumed, or a socket that is ready for what nobody wants: the loop turns
/// at full speed, and nothing is wrong but the bill.
pub const CASE: Case = Case {
    name: "waiting_costs_no_processor_time",
    about: "Clients are connected and nobody says anything: for half a second the server uses next \
            to no processor time",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Figures,
    expected: expected::passes,
    run,
};

/// Fewer than the smallest server here has threads.
const CLIENTS: usize = 3;

const QUIET: Duration = Duration::from_millis(500);

/// A tenth of the time; a thread that spins takes all of it.
const MOST_CPU: Duration = Duration::from_millis(50);

fn run(subject: &mut Subject) -> Result<()> {
    let clients = Client::connect_many(subject.process.address, CLIENTS)?;
    for client in &clients {
        client.ask("hello", PATIENCE).context("a client before the quiet")?;
    }
    let before = subject.process.uses()?.cpu;
    match clients[0].receive(b"?", QUIET) {
        Err(Miss::NoAnswer(_)) => {}
        other => bail!("nothing was asked, and this came: {other:?}"),
    }
    let used = subject.process.uses()?.cpu - before;
    ensure!(used <= MOST_CPU, "in {QUIET:?} of quiet the server computed for {used:?}");
    Ok(())
}
