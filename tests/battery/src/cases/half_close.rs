//! A client that says it is done while most of its answer is still to come.

use std::thread;

use anyhow::{Result, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::expected;
use crate::subject::Subject;
use crate::transfer::Flood;

/// A server that takes the end of what it reads for the end of all drops what it still owes.
pub const CASE: Case = Case {
    name: "a_half_close_loses_no_byte",
    about: "1 MiB is sent, as little as possible is read, then the client half-closes: all bytes \
            come back, then the end",
    against: Against::Shared,
    weight: Weight::Light,
    needs: Needs::Nothing,
    expected: expected::passes,
    run,
};

const TOTAL: usize = 1024 * 1024;

fn run(subject: &mut Subject) -> Result<()> {
    let mut flood = Flood::over(subject.connect()?, 3)?;
    while flood.sent < TOTAL {
        // Only if nothing more is taken does it read, and then one piece: as much as can be is
        // still owed to it when it says that it is done.
        if flood.push(TOTAL - flood.sent)? == 0 && flood.pull()? == 0 {
            thread::yield_now();
        }
    }
    ensure!(flood.received < TOTAL, "nothing is owed any more: this test shows nothing");
    flood.finish()
}
