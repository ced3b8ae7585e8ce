//! Journals to draw: a usual one, and those at the edges.

use std::time::Duration;

use ch00_workbench::{Entry, What};

/// A name that means something in XML, JSON and a terminal.
pub const NASTY: &str = "<&\"'>\u{1b}[2J\n";

pub fn state(at_us: u64, thread: &str, state: &str) -> Entry {
    entry(at_us, thread, What::State(state.to_owned()))
}

pub fn message(at_us: u64, thread: &str, text: &str) -> Entry {
    entry(at_us, thread, What::Message(text.to_owned()))
}

pub fn end(at_us: u64, thread: &str) -> Entry {
    entry(at_us, thread, What::End)
}

fn entry(at_us: u64, thread: &str, what: What) -> Entry {
    Entry { at: Duration::from_micros(at_us), thread: thread.into(), what }
}

/// Two connections and their acceptor.
pub fn usual() -> Vec<Entry> {
    vec![
        state(0, "acceptor", "accepting"),
        message(120, "acceptor", "listening on port 7007"),
        state(1_000, "connection-1", "reading"),
        state(2_000, "connection-2", "reading"),
        state(2_500, "connection-1", "processing"),
        message(3_000, "connection-2", "got 5 bytes"),
        state(3_250, "connection-2", "processing"),
        state(9_000, "connection-1", "writing"),
        end(9_500, "connection-1"),
        state(10_000, "connection-2", "writing"),
        end(10_400, "connection-2"),
    ]
}

/// All journals at the edges, each with what is special about it.
pub fn edges() -> Vec<(&'static str, Vec<Entry>)> {
    let many_threads = (0..100).map(|n| state(n * 10, &format!("worker-{n}"), "idle"));
    let many_entries = (0..10_000).map(|n| {
        let thread = format!("worker-{}", n % 7);
        match n % 3 {
            0 => message(n, &thread, "says something"),
            1 => state(n, &thread, "busy"),
            _ => state(n, &thread, "idle"),
        }
    });
    let many_states = (0..80).map(|n| state(n * 5, "worker-1", &format!("state {n}")));
    let same_time = ["reading", "processing", "writing"].map(|s| state(1_000, "worker-1", s));
    vec![
        ("no entries", vec![]),
        ("one entry", vec![state(0, "worker-1", "idle")]),
        ("only an end", vec![end(5, "worker-1")]),
        ("nasty texts", vec![state(1, NASTY, NASTY), message(2, NASTY, NASTY)]),
        ("empty texts", vec![state(1, "", ""), message(2, "", "")]),
        ("only messages", vec![message(7, "talker", "hello"), message(9, "talker", "bye")]),
        ("equal times", same_time.to_vec()),
        ("100 threads", many_threads.collect()),
        ("10,000 entries", many_entries.collect()),
        ("80 states", many_states.collect()),
        ("an hour", vec![state(0, "w", "idle"), end(3_600_000_000, "w")]),
    ]
}
