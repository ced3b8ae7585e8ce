//! Entries sorted into lanes: which thread was in which state from when to when.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::legend::Legend;
use super::text::counted;
use crate::{Entry, What};

/// More lanes, or more bars and marks, no browser scrolls through smoothly.
const MAX_LANES: usize = 100;
const MAX_MARKS: usize = 5_000;

/// What one thread did.
pub(crate) struct Lane {
    pub thread: Arc<str>,
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
pub(crate) fn lanes_of(entries: &[Entry], legend: &Legend) -> Vec<Lane> {
    let last = entries.iter().map(|entry| entry.at).max().unwrap_or_default();
    let mut lanes: Vec<Lane> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for entry in entries {
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
pub(crate) fn leave_out(lanes: &mut Vec<Lane>) -> Option<String> {
    let hidden = lanes.len().saturating_sub(MAX_LANES);
    let mut marks = 0;
    for lane in lanes.drain(MAX_LANES.min(lanes.len())..) {
        marks += lane.spans.len() + lane.messages.len();
    }
    // Every lane gets its share, so that no thread disappears because others were busy.
    let share = MAX_MARKS / lanes.len().max(1);
    for lane in lanes {
        let before = lane.spans.len() + lane.messages.len();
        lane.spans.truncate(share);
        lane.messages.truncate(share.saturating_sub(lane.spans.len()).max(share / 4));
        marks += before - lane.spans.len() - lane.messages.len();
    }
    (marks > 0).then(|| {
        let threads = counted(hidden, "thread");
        format!("Left out: {threads}, {marks} states and messages.")
    })
}

/// A time in milliseconds, as all drawings have it.
pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Lane {
    fn new(thread: &Arc<str>) -> Lane {
        Lane { thread: Arc::clone(thread), spans: Vec::new(), messages: Vec::new() }
    }

    fn close(&mut self, at: Duration) {
        if let Some(span) = self.spans.last_mut().filter(|span| !span.ended) {
            span.end = at;
            span.ended = true;
        }
    }
}
