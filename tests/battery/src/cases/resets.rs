//! Clients that crash.

use anyhow::{Context, Result};

use crate::bytes::Text;
use crate::case::{Against, Case, Needs, Weight};
use crate::expected::{self, patience};
use crate::subject::Subject;

/// A reset ends a read, a write, or an accept with an error; none of them may end more than one
/// connection.
pub const CASE: Case = Case {
    name: "a_reset_ends_only_its_connection",
    about: "100 clients cut their connection (RST), in mid-stream or before they are accepted: \
            nobody else notices",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Nothing,
    expected: expected::passes,
    run,
};

const CLIENTS: usize = 100;

fn run(subject: &mut Subject) -> Result<()> {
    let steady = subject.connect()?;
    steady.ask("before", patience()).context("a client that does not crash")?;
    for number in 0..CLIENTS {
        let client = subject.connect()?;
        if number % 2 == 0 {
            // Served, and with more under way: the reset meets a read or a write.
            client.ask("served", patience()).context("a client that is about to crash")?;
            client.send(Text::of(1).next(5000)).context("a client that is about to crash")?;
        }
        client.reset()?;
        if number % 10 == 0 {
            steady.ask("meanwhile", patience()).context("a client that does not crash")?;
        }
    }
    steady.ask("after", patience()).context("a client that does not crash")?;
    steady.finish()
}
