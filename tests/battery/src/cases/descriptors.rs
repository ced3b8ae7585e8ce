//! A server without descriptors.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;

/// The client that cannot be accepted stays at the head of the queue, and the listener stays ready:
/// a loop that asks again at once spins. One was seen to try 98,000 times in ten seconds.
pub const CASE: Case = Case {
    name: "without_descriptors_it_waits",
    about: "No descriptor is left for the next client: it waits, those who are in are served, the \
            processor rests, and when one leaves, it gets in",
    against: Against::Own(""),
    weight: Weight::Light,
    needs: Needs::Figures,
    expected: expected::passes,
    run,
};

/// Clients for whom there is a descriptor, and so many for whom there is none. Fewer than the
/// smallest server here has threads: one of them must be there to accept.
const CLIENTS: usize = 3;

fn run(subject: &mut Subject) -> Result<()> {
    subject.process.allow_descriptors(CLIENTS)?;
    let inside = Client::connect_many(subject.process.address, CLIENTS)?;
    for client in &inside {
        client.ask("in", patience()).context("a client with a descriptor")?;
    }
    let outside = Client::connect_many(subject.process.address, CLIENTS)?;
    for client in &outside {
        client.send(b"out").context("a client without a descriptor")?;
    }
    subject.expect_rest(&outside[0])?;
    for client in &inside {
        client.ask("still in", patience()).context("a client with a descriptor, later")?;
    }
    drop(inside);
    for client in &outside {
        client.receive(b"out", patience()).context("a client that waited for a descriptor")?;
    }
    Ok(())
}
