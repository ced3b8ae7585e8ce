//! Bytes in all sizes of pieces, through wide and tiny buffers.

use anyhow::{Context, Result};
use std::thread;

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected;
use crate::subject::Subject;
use crate::transfer::there_and_back;

/// Reads that overwrite bytes not yet sent, short writes that lose the rest, replies to another
/// client: each of them shows here.
pub const CASE: Case = Case {
    name: "every_byte_comes_back",
    about: "1 byte to 16 MiB in random pieces, pipelined, also through tiny socket buffers: every \
            byte comes back, in order",
    against: Against::Shared,
    weight: Weight::Heavy,
    needs: Needs::Nothing,
    expected: expected::passes,
    run,
};

const KIB: usize = 1024;
const MIB: usize = 1024 * KIB;

/// Bytes in all, and the largest piece.
const TRANSFERS: [(usize, usize); 7] = [
    (1, 1),
    (2, 1),
    (1023, 100),
    (16 * KIB + 1, 8191),
    (100_000, 60),
    (MIB, 4 * KIB),
    (16 * MIB, 8191),
];

/// Clients at the same time: no more than the smallest server here has threads.
const TOGETHER: u64 = 3;

fn run(subject: &mut Subject) -> Result<()> {
    for (seed, (total, most)) in TRANSFERS.into_iter().enumerate() {
        there_and_back(&subject.connect()?, total, most, seed as u64)
            .with_context(|| format!("{total} bytes in pieces of up to {most}"))?;
    }
    let tiny = Client::connect_tiny(subject.process.address)?;
    there_and_back(&tiny, 256 * KIB, 3000, 99).context("256 KiB through tiny buffers")?;
    thread::scope(|scope| {
        let subject = &*subject;
        let clients: Vec<_> = (0..TOGETHER)
            .map(|seed| {
                scope.spawn(move || there_and_back(&subject.connect()?, MIB, 8191, 100 + seed))
            })
            .collect();
        let mut results = clients.into_iter().map(|client| client.join().expect("no panic"));
        results.try_for_each(|result| result.context("three clients, 1 MiB each"))
    })
}
