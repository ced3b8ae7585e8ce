//! The swimlane for the terminal.

use ch00_workbench::render::{Palette, swimlane_in};
use ch00_workbench::{Entry, What};

use crate::journals::{edges, state, usual};

fn plain(entries: &[Entry]) -> String {
    swimlane_in(Palette::Plain, entries, 80)
}

#[test]
fn a_lane_shows_each_change_in_a_column_of_its_own() {
    let text = plain(&usual());
    let lanes: Vec<&str> = text.lines().skip(1).take(3).collect();
    let steps = usual().iter().filter(|entry| !matches!(entry.what, What::Message(_))).count();
    let changes = |cells: &str| cells.matches(|c: char| c.is_ascii_uppercase() || c == '.').count();
    assert_eq!(lanes.iter().map(|lane| changes(&lane[12..])).sum::<usize>(), steps);
    insta::assert_snapshot!(text);
}

#[test]
fn times_make_no_difference() {
    let mut later = usual();
    for (number, entry) in later.iter_mut().enumerate() {
        entry.at = entry.at * 3 + std::time::Duration::from_micros(number as u64);
    }
    assert_eq!(plain(&later), plain(&usual()));
}

#[test]
fn colour_adds_only_colour() {
    for (name, entries) in edges() {
        let coloured = swimlane_in(Palette::Colour, &entries, 80);
        // Between `ESC [` and `m`.
        let mut parts = coloured.split("\x1b[");
        let first = parts.next().expect("a first part").to_owned();
        let rest = parts.map(|part| part.split_once('m').expect("a code").1);
        let bare: String = std::iter::once(first.as_str()).chain(rest).collect();
        let tidy = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(tidy(&bare), tidy(&plain(&entries)), "{name}");
    }
}

#[test]
fn it_fits_the_width_and_a_screen_whatever_the_journal() {
    for (name, entries) in edges() {
        for width in [50, 80, 132] {
            let text = swimlane_in(Palette::Plain, &entries, width);
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{name}, {width}: {line}");
                assert!(!line.contains(char::is_control), "{name}: {line:?}");
            }
            assert!(text.lines().count() <= 110, "{name}: {} lines", text.lines().count());
        }
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let entries: Vec<Entry> = (0..100).map(|n| state(n, &format!("worker-{n}"), "idle")).collect();
    let text = plain(&entries);
    assert!(text.ends_with("Left out: 76 threads, 76 steps.\n"), "{text}");
    assert!(!plain(&usual()).contains("Left out"));
}

#[test]
fn many_steps_go_on_below() {
    let entries: Vec<Entry> =
        (0..100).map(|n| state(n, "worker-1", if n % 2 == 0 { "busy" } else { "idle" })).collect();
    let text = plain(&entries);
    let lanes: Vec<&str> = text.lines().filter(|line| line.starts_with("worker-1")).collect();
    assert_eq!(lanes.len(), 2, "{text}");
    assert_eq!(lanes.iter().map(|lane| lane.len() - 10).sum::<usize>(), 100, "{text}");
}

#[test]
fn no_states_is_said() {
    assert_eq!(plain(&[]), "no thread has noted a state\n");
}
