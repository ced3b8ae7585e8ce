//! A stop while an answer is under way, and a client that comes too late.

use anyhow::{Context, Result, bail};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Miss;
use crate::expected::{self, patience};
use crate::subject::Subject;

/// A listener that stays open while the server drains takes clients that nobody will serve.
pub const CASE: Case = Case {
    name: "while_it_drains_nobody_gets_in",
    about: "SIGTERM while a request is worked on: new clients are refused at once, the old one \
            gets its answer, and the server ends with exit code 0",
    against: Against::Own("--work sleep:1s"),
    weight: Weight::Light,
    needs: Needs::Signals,
    expected: expected::passes_if_it_stops,
    run,
};

fn run(subject: &mut Subject) -> Result<()> {
    let client = subject.connect_and_be_accepted()?;
    client.send(b"slow")?;
    subject.process.tell_to_end()?;
    subject.wait_until_it_refuses()?;
    client.stream.set_nonblocking(true)?;
    let early = client.receive(b"slow", patience());
    client.stream.set_nonblocking(false)?;
    match early {
        Ok(()) => bail!("clients got in until the answer that was under way was there"),
        Err(Miss::NoAnswer(_)) => {}
        Err(miss) => {
            subject.process.expect_end(0, patience())?;
            bail!("it ended without a wait for the answer that was under way: {miss}");
        }
    }
    client.receive(b"slow", patience()).context("the answer that was under way")?;
    client.expect_end().context("the client that was in")?;
    drop(client);
    subject.process.expect_end(0, patience())
}
