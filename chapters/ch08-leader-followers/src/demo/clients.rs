//! The clients of the story, each with a gate in front of its slow answer.

use std::net::SocketAddr;
use std::sync::Arc;

use ch00_workbench::cli::Stage;
use ch00_workbench::{Client, Gate};
use ch08_leader_followers::config::Request;

/// Names for the first few.
const NAMES: [&str; 4] = ["alice", "bob", "carol", "dora"];

/// The name of the client with this number, from 0.
pub fn name(number: usize) -> String {
    NAMES.get(number).map_or_else(|| format!("client-{}", number + 1), |name| (*name).to_owned())
}

/// Connects the client with this number.
pub fn connect(stage: &Stage, address: SocketAddr, number: usize) -> anyhow::Result<Client> {
    Ok(Client::connect(address, &name(number), &stage.journal())?)
}

/// A slow request of the client with this number, which waits at that client's gate.
pub fn slow(number: usize) -> String {
    format!("slow, for {}", name(number))
}

/// Gates for so many slow requests, and the hook of the server that brings requests to them.
pub fn gates(count: usize) -> (Vec<Gate>, Request) {
    let gates: Vec<_> = (0..count).map(|_| Gate::new("a slow answer")).collect();
    let requests: Vec<_> = (0..count).map(slow).collect();
    let hook = {
        let gates = gates.clone();
        Arc::new(move |request: &[u8]| {
            let slow = requests.iter().position(|text| text.as_bytes() == request);
            if let Some(number) = slow {
                gates[number].pass();
            }
        })
    };
    (gates, hook)
}
