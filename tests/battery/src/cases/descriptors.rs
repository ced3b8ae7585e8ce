//! A server without descriptors.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::{Client, Miss};
use crate::expected::{self, PATIENCE};
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

/// How long those who wait are watched.
const WATCHED: Duration = Duration::from_millis(400);

/// A spinning acceptor would use all of the time.
const MOST_CPU: Duration = Duration::from_millis(80);

fn run(subject: &mut Subject) -> Result<()> {
    subject.process.allow_descriptors(CLIENTS)?;
    let inside = Client::connect_many(subject.process.address, CLIENTS)?;
    for client in &inside {
        client.ask("in", PATIENCE).context("a client with a descriptor")?;
    }
    let before = subject.process.uses()?.cpu;
    let outside = Client::connect_many(subject.process.address, CLIENTS)?;
    for client in &outside {
        client.send(b"out").context("a client without a descriptor")?;
    }
    match outside[0].receive(b"out", WATCHED) {
        Err(Miss::NoAnswer(_)) => {}
        other => bail!("there is no descriptor for this client, and it got {other:?}"),
    }
    for client in &inside {
        client.ask("still in", PATIENCE).context("a client with a descriptor, later")?;
    }
    let used = subject.process.uses()?.cpu - before;
    ensure!(used <= MOST_CPU, "in {WATCHED:?} of waiting the server computed for {used:?}");
    drop(inside);
    for client in &outside {
        client.receive(b"out", PATIENCE).context("a client that waited for a descriptor")?;
    }
    Ok(())
}
