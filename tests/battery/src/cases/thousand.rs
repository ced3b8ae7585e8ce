//! A thousand clients at the same time.

use anyhow::{Context, Result};
use ch00_workbench::resources::raise_descriptor_limit;

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;

/// An acceptor that takes one client for each event leaves the last of a burst waiting for the next
/// client; here there is none.
pub const CASE: Case = Case {
    name: "a_thousand_clients_at_once",
    about: "1,000 clients connect in one burst and stay: each of them is served",
    against: Against::Shared,
    weight: Weight::Heavy,
    needs: Needs::Nothing,
    expected: expected::passes_unless_clients_pin_workers,
    run,
};

const CLIENTS: usize = 1000;

fn run(subject: &mut Subject) -> Result<()> {
    // Where few descriptors are allowed, fewer clients must do; other cases need some as well.
    let number = CLIENTS.min(raise_descriptor_limit() as usize / 4);
    let clients = Client::connect_many(subject.process.address, number)?;
    for round in 0..2 {
        let patience = if round == 0 { subject.patience } else { patience() };
        let request = |client: usize| format!("client {client}, round {round}");
        for (number, client) in clients.iter().enumerate() {
            // Whether it was turned away is seen below.
            let _ = client.send(request(number).as_bytes());
        }
        // The last one first: it is the one that finds no room, where there is too little.
        for (number, client) in clients.iter().enumerate().rev() {
            let answered = client.receive(request(number).as_bytes(), patience);
            answered.with_context(|| format!("client {number} of {CLIENTS} in round {round}"))?;
        }
    }
    Ok(())
}
