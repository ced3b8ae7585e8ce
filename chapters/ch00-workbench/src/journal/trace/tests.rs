//! A trace whose disk is full, or whose process is killed.

use std::sync::{Mutex, PoisonError};

use super::*;

/// What was written, and room for how much more.
#[derive(Clone)]
struct Disk {
    written: Arc<Mutex<Vec<u8>>>,
    room: usize,
}

impl Disk {
    fn with_room(room: usize) -> Disk {
        Disk { written: Arc::default(), room }
    }

    fn text(&self) -> String {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8(written.clone()).expect("only text is written")
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.len() + bytes.len() > self.room {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn trace_on(disk: &Disk, complaints: &Disk) -> TraceFile {
    let (out, complaints) = (Box::new(disk.clone()), Box::new(complaints.clone()));
    TraceFile::begun(out, complaints, "t.json".to_owned())
}

fn state(number: u64) -> Entry {
    Entry {
        at: Duration::from_millis(number),
        thread: Arc::from("worker-1"),
        what: What::State(format!("state {number}")),
    }
}

#[test]
fn a_full_disk_is_said_once_and_ends_the_trace_only() {
    let (disk, complaints) = (Disk::with_room(500), Disk::with_room(10_000));
    let mut trace = trace_on(&disk, &complaints);
    for number in 0..50 {
        trace.record(&state(number));
    }
    drop(trace);
    let said = complaints.text();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("cannot write the trace t.json: "), "{said}");
}

#[test]
fn nobody_to_complain_to_is_no_reason_to_panic() {
    let nowhere = Disk::with_room(0);
    let mut trace = trace_on(&nowhere, &nowhere);
    trace.record(&state(0));
    trace.record(&state(1));
}

#[test]
fn a_killed_process_leaves_whole_events() {
    let (disk, complaints) = (Disk::with_room(10_000), Disk::with_room(0));
    let mut trace = trace_on(&disk, &complaints);
    for number in 0..3 {
        trace.record(&state(number));
    }
    // Not closed yet: all that such a file lacks for strict JSON is the bracket.
    let text = format!("[{}]", disk.text());
    let events: Vec<Value> = serde_json::from_str(&text).expect("whole events");
    assert_eq!(events.len(), 6);
}
