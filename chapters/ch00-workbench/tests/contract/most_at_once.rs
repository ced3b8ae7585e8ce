//! What exercise 0.1 must keep: threads in a state are counted as long as they are in it.

use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::{Entry, What, within};

use super::most_at_once;

/// The answer, with a limit on how long it may take.
fn most_at_once(entries: &[Entry], state: &str) -> usize {
    within(Duration::from_secs(5), || most_at_once::most_at_once(entries, state))
}

/// The entries of a little story: thread, then its state; `-` for its end, `"…"` for what it says.
fn story(steps: &[(&str, &str)]) -> Vec<Entry> {
    let entries = steps.iter().enumerate().map(|(index, (thread, step))| {
        let what = match *step {
            "-" => What::End,
            said if said.starts_with('"') => What::Message(said.trim_matches('"').to_owned()),
            state => What::State(state.to_owned()),
        };
        Entry { at: Duration::from_millis(index as u64), thread: Arc::from(*thread), what }
    });
    entries.collect()
}

#[test]
#[cfg_attr(
    waiting = "most_at_once",
    ignore = "exercise 0.1 waits for you in src/exercises/most_at_once.rs"
)]
fn nobody_is_in_a_state_that_nobody_notes() {
    assert_eq!(most_at_once(&[], "working"), 0, "an empty journal");
    let entries = story(&[("a", "reading"), ("b", "writing")]);
    assert_eq!(most_at_once(&entries, "working"), 0, "nobody works");
}

#[test]
#[cfg_attr(
    waiting = "most_at_once",
    ignore = "exercise 0.1 waits for you in src/exercises/most_at_once.rs"
)]
fn threads_that_overlap_are_counted_together() {
    let entries = story(&[("a", "working"), ("b", "working"), ("c", "reading"), ("c", "working")]);
    assert_eq!(most_at_once(&entries, "working"), 3, "a, b and c work at the same time");
}

#[test]
#[cfg_attr(
    waiting = "most_at_once",
    ignore = "exercise 0.1 waits for you in src/exercises/most_at_once.rs"
)]
fn a_thread_leaves_a_state_with_its_next_one() {
    let entries = story(&[("a", "working"), ("a", "writing"), ("b", "working"), ("b", "writing")]);
    assert_eq!(most_at_once(&entries, "working"), 1, "a had stopped working when b began");
}

#[test]
#[cfg_attr(
    waiting = "most_at_once",
    ignore = "exercise 0.1 waits for you in src/exercises/most_at_once.rs"
)]
fn a_thread_leaves_a_state_with_its_end() {
    let entries = story(&[("a", "working"), ("a", "-"), ("b", "working"), ("b", "-")]);
    assert_eq!(most_at_once(&entries, "working"), 1, "a had ended when b began to work");
}

#[test]
#[cfg_attr(
    waiting = "most_at_once",
    ignore = "exercise 0.1 waits for you in src/exercises/most_at_once.rs"
)]
fn a_thread_that_notes_its_state_again_counts_once() {
    let entries = story(&[("a", "working"), ("a", "working"), ("a", "working")]);
    assert_eq!(most_at_once(&entries, "working"), 1, "there is only one thread");
}

#[test]
#[cfg_attr(
    waiting = "most_at_once",
    ignore = "exercise 0.1 waits for you in src/exercises/most_at_once.rs"
)]
fn the_peak_counts_and_not_what_is_left_of_it() {
    let entries =
        story(&[("a", "working"), ("b", "working"), ("a", "-"), ("b", "-"), ("c", "working")]);
    assert_eq!(most_at_once(&entries, "working"), 2, "a and b at once, and c only later");
}

#[test]
#[cfg_attr(
    waiting = "most_at_once",
    ignore = "exercise 0.1 waits for you in src/exercises/most_at_once.rs"
)]
fn what_a_thread_says_changes_nothing() {
    let entries = story(&[("a", "working"), ("a", "\"hello\""), ("b", "working")]);
    assert_eq!(most_at_once(&entries, "working"), 2, "a spoke, and went on working");
}
