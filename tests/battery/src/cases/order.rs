//! Many small requests at once on each of some connections.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::subject::Subject;

/// Where two threads can get hold of one connection, the second answer may overtake the first.
pub const CASE: Case = Case {
    name: "answers_keep_their_order",
    about: "Clients send many numbered requests without waiting: each gets its own answers, in the \
            order of its requests",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Nothing,
    expected: expected::passes,
    run,
};

/// No more than the smallest server here has threads.
const CLIENTS: usize = 4;
const ROUNDS: usize = 30;
const REQUESTS: usize = 40;

fn run(subject: &mut Subject) -> Result<()> {
    let clients = Client::connect_many(subject.process.address, CLIENTS)?;
    for round in 0..ROUNDS {
        let requests = |client: usize| {
            (0..REQUESTS).map(move |number| format!("client {client}: {round}.{number}\n"))
        };
        // Each in a packet of its own, and the clients in turn: the server always has several.
        for number in 0..REQUESTS {
            for (place, client) in clients.iter().enumerate() {
                let request = requests(place).nth(number).unwrap_or_default();
                client.send(request.as_bytes()).context("a request is sent")?;
            }
        }
        for (place, client) in clients.iter().enumerate() {
            let expected: String = requests(place).collect();
            let answered = client.receive(expected.as_bytes(), patience());
            answered.with_context(|| format!("client {place} in round {round}"))?;
        }
    }
    clients.into_iter().try_for_each(Client::finish)
}
