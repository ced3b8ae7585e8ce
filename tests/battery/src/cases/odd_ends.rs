//! The end of a connection at whatever byte.

use anyhow::{Context, Result};

use crate::bytes::Text;
use crate::case::{Against, Case, Needs, Weight};
use crate::expected::{self, patience};
use crate::subject::Subject;

/// A server that takes an end in the middle of a request for an error of its own ends with it.
pub const CASE: Case = Case {
    name: "the_end_may_come_at_any_byte",
    about: "Clients end after any number of bytes, in good order or without a look at the answer: \
            only their own connections end",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Nothing,
    expected: expected::passes,
    run,
};

/// Around the sizes of buffers.
const LARGER: [usize; 9] = [1023, 1024, 1025, 4095, 4096, 4097, 8189, 8190, 8191];

/// Clients that leave without a look at their answer.
const RUDE: usize = 20;

fn run(subject: &mut Subject) -> Result<()> {
    let steady = subject.connect()?;
    steady.ask("before", patience())?;
    for length in (0..40).chain(LARGER) {
        end_after(length, subject).with_context(|| format!("an end after {length} bytes"))?;
    }
    for length in 0..RUDE {
        subject.connect()?.send(Text::of(0).next(1 + length))?;
    }
    steady.ask("after", patience()).context("a client that was there all the time")
}

fn end_after(length: usize, subject: &Subject) -> Result<()> {
    let client = subject.connect()?;
    let mut text = Text::of(length as u64);
    let bytes = text.next(length);
    client.send(bytes)?;
    client.half_close()?;
    client.receive(bytes, patience())?;
    client.expect_end()
}
