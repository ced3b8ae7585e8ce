//! The trace for Perfetto.

use std::fs;

use ch00_workbench::journal::TraceFile;
use ch00_workbench::{Entry, Sink};
use serde_json::Value;

use crate::journals::{NASTY, edges, usual};

fn trace_of(entries: &[Entry]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("trace.json");
    let mut trace = TraceFile::create(&path).expect("writable");
    for entry in entries {
        trace.record(entry);
    }
    drop(trace);
    fs::read_to_string(path).expect("readable")
}

fn events_of(entries: &[Entry]) -> Vec<Value> {
    serde_json::from_str(&trace_of(entries)).expect("strict JSON")
}

#[test]
fn a_trace_has_a_track_per_thread_slices_and_instants() {
    let count = |phase: &str| events_of(&usual()).iter().filter(|e| e["ph"] == phase).count();
    assert_eq!((count("M"), count("B"), count("E"), count("i")), (3, 7, 7, 2));
    insta::assert_snapshot!(trace_of(&usual()));
}

#[test]
fn slices_are_balanced_and_in_order_whatever_the_journal() {
    for (name, entries) in edges() {
        let mut depth = std::collections::HashMap::<u64, i32>::new();
        let mut last = 0.0;
        for event in events_of(&entries) {
            let depth = depth.entry(event["tid"].as_u64().expect("a track")).or_default();
            match event["ph"].as_str().expect("a phase") {
                "B" => *depth += 1,
                "E" => *depth -= 1,
                _ => {}
            }
            assert!((0..=1).contains(depth), "{name}: {event}");
            let at = event["ts"].as_f64().unwrap_or(last);
            assert!(at >= last, "{name}: {event}");
            last = at;
        }
        assert!(depth.values().all(|depth| *depth == 0), "{name}");
    }
}

#[test]
fn a_nasty_name_comes_back_as_it_was() {
    let nasty = edges().into_iter().find(|(name, _)| *name == "nasty texts").expect("it is there");
    let events = events_of(&nasty.1);
    assert_eq!(events[0]["args"]["name"], NASTY);
    assert_eq!(events[1]["name"], NASTY);
}

#[test]
fn an_unwritable_file_is_known_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("no-such-folder").join("trace.json");
    assert!(TraceFile::create(missing).is_err());
}
