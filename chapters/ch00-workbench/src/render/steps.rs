//! The steps of a journal: each change of state, in order, as logical time.

use super::legend::Legend;
use crate::{Entry, What};

/// The lanes and steps to draw, and how many there are in all.
pub(crate) struct Steps<'a> {
    /// The threads that have a lane, by first appearance. A thread that notes no state has none.
    pub lanes: Vec<&'a str>,
    pub steps: Vec<Step>,
    /// Has a letter only for what is drawn, so that it is as short as the picture.
    pub legend: Legend,
    pub all_lanes: usize,
    pub all_steps: usize,
}

/// One change of state.
pub(crate) struct Step {
    /// The lane it is in.
    pub lane: usize,
    /// The number of the state that begins, or `None` if the thread ends.
    pub state: Option<usize>,
}

/// Reads the steps: those of the first `most_lanes` threads, and of these the first so many as
/// `most_steps` says once it knows the lanes.
pub(crate) fn steps_of<'a>(
    entries: &'a [Entry],
    most_lanes: usize,
    most_steps: impl FnOnce(&[&str]) -> usize,
) -> Steps<'a> {
    let changes = || entries.iter().filter(|entry| !matches!(entry.what, What::Message(_)));
    let mut lanes: Vec<&str> = Vec::new();
    for entry in changes() {
        if !lanes.contains(&&*entry.thread) {
            lanes.push(&entry.thread);
        }
    }
    let (all_lanes, all_steps) = (lanes.len(), changes().count());
    lanes.truncate(most_lanes);
    let most_steps = most_steps(&lanes);
    let lane_of = |entry: &Entry| lanes.iter().position(|lane| *lane == &*entry.thread);
    let drawn = || changes().filter(|entry| lane_of(entry).is_some()).take(most_steps);
    let legend = Legend::of(drawn());
    let steps = drawn().filter_map(|entry| {
        let state = match &entry.what {
            What::State(state) => Some(legend.number(state)),
            What::Message(_) | What::End => None,
        };
        let lane = lane_of(entry)?;
        Some(Step { lane, state })
    });
    let steps = steps.collect();
    Steps { lanes, steps, legend, all_lanes, all_steps }
}
