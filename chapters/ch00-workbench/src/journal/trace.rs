//! A sink that writes a trace for Perfetto (<https://ui.perfetto.dev>) or `chrome://tracing`.
//!
//! The format is Chrome's JSON array: it may lack its closing bracket, so what was written when
//! the process is killed can still be opened. Closed properly, it is strict JSON as well.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Entry, Sink, What};

/// All threads of a trace belong to this process: there is only one.
const PROCESS: u32 = 1;

/// Streams entries to a trace file: states as slices, messages as instants, a track per thread.
pub struct TraceFile {
    /// `None` once a write has failed.
    out: Option<Box<dyn Write + Send>>,
    /// Where a failed write is reported, and what it calls the file.
    complaints: Box<dyn Write + Send>,
    name: String,
    threads: HashMap<Arc<str>, Track>,
    /// Whether an event was written: the next one needs a comma before it.
    begun: bool,
    /// The time of the last entry, when states that have not ended are closed.
    last: Duration,
}

/// One thread in the trace.
#[derive(Clone, Copy)]
struct Track {
    id: usize,
    /// Whether it is in a state that has not ended.
    in_state: bool,
}

impl TraceFile {
    /// Creates the file at `path`, or empties it.
    ///
    /// # Errors
    /// If it cannot be written; so this is known before a server starts. Later write errors (a full
    /// disk) are said once on standard error and end the trace, not the server.
    pub fn create(path: impl AsRef<Path>) -> io::Result<TraceFile> {
        let path = path.as_ref();
        let mut file = File::create(path)?;
        file.write_all(b"[")?;
        let name = path.display().to_string();
        Ok(TraceFile::begun(Box::new(file), Box::new(io::stderr()), name))
    }

    /// A trace on `out`, which has the opening bracket already.
    fn begun(
        out: Box<dyn Write + Send>,
        complaints: Box<dyn Write + Send>,
        name: String,
    ) -> TraceFile {
        TraceFile {
            out: Some(out),
            complaints,
            name,
            threads: HashMap::new(),
            begun: false,
            last: Duration::ZERO,
        }
    }

    /// The track of a thread; a new one is introduced by its name.
    fn track(&mut self, thread: &Arc<str>) -> Track {
        if let Some(track) = self.threads.get(thread) {
            return *track;
        }
        let id = self.threads.len() + 1;
        self.event(&json!({
            "name": "thread_name", "ph": "M", "pid": PROCESS, "tid": id, "args": { "name": &**thread },
        }));
        let track = Track { id, in_state: false };
        self.threads.insert(Arc::clone(thread), track);
        track
    }

    /// Ends the state of the thread, if it is in one.
    fn end_state(&mut self, track: Track, at: Duration) {
        if track.in_state {
            self.event(&json!({ "ph": "E", "pid": PROCESS, "tid": track.id, "ts": micros(at) }));
        }
    }

    /// Writes one event as a line of its own.
    fn event(&mut self, event: &Value) {
        let separator = if self.begun { ",\n" } else { "\n" };
        self.begun = true;
        // In one write and unbuffered: a killed process leaves whole events.
        self.write(&format!("{separator}{event}"));
    }

    fn write(&mut self, text: &str) {
        let Some(out) = &mut self.out else { return };
        if let Err(error) = out.write_all(text.as_bytes()) {
            self.out = None;
            let name = &self.name;
            let line = format!("cannot write the trace {name}: {error}; it ends here\n");
            // If this cannot be said either, there is nobody left to tell.
            let _ = self.complaints.write_all(line.as_bytes());
        }
    }
}

impl Sink for TraceFile {
    fn record(&mut self, entry: &Entry) {
        if self.out.is_none() {
            return;
        }
        let (at, ts) = (entry.at, micros(entry.at));
        self.last = at;
        let mut track = self.track(&entry.thread);
        match &entry.what {
            What::Message(text) => {
                self.event(&json!({
                    "name": text, "ph": "i", "s": "t", "pid": PROCESS, "tid": track.id, "ts": ts,
                }));
                return;
            }
            What::State(state) => {
                self.end_state(track, at);
                self.event(&json!({
                    "name": state, "ph": "B", "pid": PROCESS, "tid": track.id, "ts": ts,
                }));
                track.in_state = true;
            }
            What::End => {
                self.end_state(track, at);
                track.in_state = false;
            }
        }
        self.threads.insert(Arc::clone(&entry.thread), track);
    }
}

impl Drop for TraceFile {
    /// Ends all states and closes the bracket.
    ///
    /// These states went on: it is the recording that ends. `cut` tells so to whoever reads it.
    fn drop(&mut self) {
        let mut tracks: Vec<Track> = self.threads.values().copied().collect();
        tracks.retain(|track| track.in_state);
        tracks.sort_by_key(|track| track.id);
        for track in tracks {
            self.event(&json!({
                "ph": "E", "pid": PROCESS, "tid": track.id, "ts": micros(self.last),
                "args": { "cut": true },
            }));
        }
        self.write("\n]\n");
    }
}

/// Chrome's unit of time.
fn micros(at: Duration) -> f64 {
    at.as_nanos() as f64 / 1e3
}

#[cfg(test)]
mod tests;
