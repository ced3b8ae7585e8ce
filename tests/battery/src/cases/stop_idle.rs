//! A stop while clients are connected and say nothing.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;

/// Who waits for the last client to leave waits for ever: idle ones have to be told.
pub const CASE: Case = Case {
    name: "idle_clients_are_told_of_the_end",
    about: "SIGTERM while clients are idle: each of them sees the end of its connection, and the \
            server ends with exit code 0",
    against: Against::Own(""),
    weight: Weight::Light,
    needs: Needs::Signals,
    expected: expected::passes_if_it_stops,
    run,
};

const CLIENTS: usize = 12;

fn run(subject: &mut Subject) -> Result<()> {
    let number = subject.server.at_most(CLIENTS);
    let clients = Client::connect_many(subject.process.address, number)?;
    for client in &clients {
        client.ask("hello", patience()).context("a client before the stop")?;
    }
    subject.process.tell_to_end()?;
    if subject.server.stops {
        for client in clients {
            client.expect_end().context("an idle client")?;
        }
    }
    subject.process.expect_end(0, patience())
}
