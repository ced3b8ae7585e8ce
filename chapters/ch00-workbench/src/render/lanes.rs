//! Entries sorted into lanes: which thread was in which state from when to when.

use std::collections::HashMap;
use std::time::Duration;

use super::legend::Legend;
use super::text::{counted, printable};
use crate::{Entry, What};

/// More lanes, or more bars and marks, no browser scrolls through smoothly.
const MAX_LANES: usize = 100;
const MAX_ENTRIES: usize = 5_000;

/// What one thread did.
pub(crate) struct Lane {
    /// Its name, fit to be shown.
    pub thread: String,
    pub spans: Vec<Span>,
    pub messages: Vec<(Duration, String)>,
}

/// A state and how long it lasted.
pub(crate) struct Span {
    /// Number of the state in the legend.
    pub state: usize,
    pub start: Duration,
    pub end: Duration,
    /// Whether it ended: else it lasted at least until the last entry of the journal.
    pub ended: bool,
}

/// The lanes of all threads, in order of their first entry.
pub(crate) fn lanes_of(entries: &[&Entry], legend: &Legend) -> Vec<Lane> {
    let last = last_of(entries);
    let mut lanes: Vec<Lane> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for &entry in entries {
        let number = *numbers.entry(&entry.thread).or_insert_with(|| {
            lanes.push(Lane::new(&entry.thread));
            lanes.len() - 1
        });
        let lane = &mut lanes[number];
        match &entry.what {
            What::State(state) => {
                lane.close(entry.at);
                lane.spans.push(Span {
                    state: legend.number(state),
                    start: entry.at,
                    end: last,
                    ended: false,
                });
            }
            What::Message(text) => lane.messages.push((entry.at, text.clone())),
            What::End => lane.close(entry.at),
        }
    }
    lanes
}

/// Cuts what is too much, and says how much that was.
///
/// The latest entries go, of all threads alike, so that all lanes end at the same time.
pub(crate) fn leave_out(entries: &[Entry]) -> (Vec<&Entry>, Option<String>) {
    let mut threads: HashMap<&str, usize> = HashMap::new();
    let mut kept: Vec<&Entry> = Vec::new();
    for entry in entries {
        let next = threads.len();
        let number = *threads.entry(&entry.thread).or_insert(next);
        if number < MAX_LANES && kept.len() < MAX_ENTRIES {
            kept.push(entry);
        }
    }
    let note = match (entries.len(), entries.len() - kept.len()) {
        (0, _) => Some("Nothing was noted.".to_owned()),
        (_, 0) => None,
        (all, cut) => {
            let hidden = threads.len().saturating_sub(MAX_LANES);
            let hidden = counted(hidden, "thread");
            Some(format!("Left out: {hidden}, {cut} of {all} entries."))
        }
    };
    (kept, note)
}

/// The time of the last entry.
pub(crate) fn last_of(entries: &[&Entry]) -> Duration {
    let times = entries.iter().map(|entry| entry.at);
    times.max().unwrap_or_default()
}

/// A time in milliseconds, as all drawings have it.
pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Lane {
    fn new(thread: &str) -> Lane {
        Lane { thread: printable(thread).into_owned(), spans: Vec::new(), messages: Vec::new() }
    }

    fn close(&mut self, at: Duration) {
        if let Some(span) = self.spans.last_mut().filter(|span| !span.ended) {
            span.end = at;
            span.ended = true;
        }
    }
}
