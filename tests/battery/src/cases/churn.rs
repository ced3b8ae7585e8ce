//! Clients that come and go.

use anyhow::{Context, Result, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::expected::{self, patience};
use crate::subject::Subject;

/// A handle, a list entry or a stack for each client that ever came: too small to be noticed, until
/// the server has been up for a week.
pub const CASE: Case = Case {
    name: "short_connections_leave_nothing",
    about: "2,000 clients come, ask and go, one after the other: descriptors, threads and memory \
            are what they were",
    against: Against::Shared,
    weight: Weight::Heavy,
    needs: Needs::Figures,
    expected: expected::passes,
    run,
};

/// Clients before the measurement: the allocator has then what it needs.
const BEFORE: usize = 500;

const CLIENTS: usize = 1500;

/// What so many clients may leave: less than half a KiB each, and a thread's stack is more.
const MOST_KEPT: usize = 700 * 1024;

fn run(subject: &mut Subject) -> Result<()> {
    come_and_go(subject, BEFORE)?;
    let before = subject.process.uses()?.resident;
    come_and_go(subject, CLIENTS)?;
    // Descriptors and threads are counted after each case.
    let kept = subject.process.uses()?.resident.saturating_sub(before);
    ensure!(kept < MOST_KEPT, "{CLIENTS} clients have left, and {} KiB of them stay", kept / 1024);
    Ok(())
}

fn come_and_go(subject: &Subject, clients: usize) -> Result<()> {
    for number in 0..clients {
        let client = subject.connect()?;
        client.ask("hello", patience()).with_context(|| format!("short client {number}"))?;
        client.finish().with_context(|| format!("short client {number}"))?;
    }
    Ok(())
}
