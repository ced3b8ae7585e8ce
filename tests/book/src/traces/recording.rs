//! Records a run: starts the chapter's program, keeps the entries that are asked for, and draws.

use std::env;
use std::fs;
use std::io::{self, Error};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::kinds::Kinds;
use super::still;
use super::trace::{Trace, goes_on};

/// What is to be recorded, for one page.
#[derive(Debug, PartialEq, Eq)]
pub struct Recording {
    /// The chapter's package, which is its page's name as well.
    pub name: String,
    /// How many entries are kept; `None`: all.
    keep: Option<usize>,
    /// What the program is started with, beside `--trace FILE`.
    arguments: Vec<String>,
}

/// Reads lines such as `ch03-worker-pool 41 demo`: package, entries to keep or `all`, arguments.
///
/// # Panics
/// If a line is of another form.
pub fn recordings(text: &str) -> Vec<Recording> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let name = words.next().expect("the line is not empty");
        let keep = words.next().expect("how many entries to keep, or `all`");
        let keep = (keep != "all").then(|| keep.parse().expect("a number of entries, or `all`"));
        Recording { name, keep, arguments: words.collect() }
    };
    lines.map(read).collect()
}

impl Recording {
    /// The chapter's number: `ch03`, which names the recording's files.
    pub fn short(&self) -> String {
        self.name.split('-').next().unwrap_or(&self.name).to_owned()
    }

    /// Runs the program and writes the trace and its still into `folder`.
    pub fn record(&self, folder: &Path, kinds: &Kinds) -> io::Result<()> {
        let scratch = tempfile::tempdir()?;
        let raw = scratch.path().join("raw.json");
        let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["run", "--quiet", "--package", &self.name, "--"]).args(&self.arguments);
        let status = command.arg("--trace").arg(&raw).stdout(Stdio::null()).status()?;
        if !status.success() {
            return Err(Error::other(format!("the program ended with {status}")));
        }
        let json = self.cut(&closed(&fs::read_to_string(&raw)?)?, kinds)?;
        let short = self.short();
        fs::write(folder.join(format!("{short}.json")), &json)?;
        let trace = Trace::read(&json, kinds).map_err(Error::other)?;
        let svg = still::draw(&trace, &short, &self.name);
        fs::write(folder.join(format!("{short}.svg")), svg)
    }

    /// The events of the entries to keep, an event a line, and each state with its kind.
    fn cut(&self, events: &[Value], kinds: &Kinds) -> io::Result<String> {
        let mut kept: Vec<Value> = Vec::new();
        let mut entries = 0;
        let mut last = json!(0);
        let mut in_state: Vec<Value> = Vec::new(); // the `tid` of each thread that is in a state
        for (number, event) in events.iter().enumerate() {
            let change = goes_on(event, events.get(number + 1));
            let names = event["ph"] == "M";
            if self.keep.is_some_and(|keep| entries == keep) {
                break;
            }
            let mut event = event.clone();
            match event["ph"].as_str() {
                Some("B") => {
                    let state = event["name"].as_str().unwrap_or_default();
                    let kind = kinds.of(state);
                    let unknown = || Error::other(format!("states.txt gives `{state}` no kind"));
                    event["cat"] = json!(kind.ok_or_else(unknown)?);
                    in_state.push(event["tid"].clone());
                }
                Some("E") => in_state.retain(|thread| *thread != event["tid"]),
                _ => {}
            }
            if !names && !change {
                entries += 1;
            }
            if !names {
                last = event["ts"].clone();
            }
            kept.push(event);
        }
        kept.extend(in_state.into_iter().map(|thread| {
            json!({ "ph": "E", "pid": 1, "tid": thread, "ts": last, "args": { "cut": true } })
        }));
        let lines: Vec<String> = kept.iter().map(Value::to_string).collect();
        Ok(format!("[\n{}\n]\n", lines.join(",\n")))
    }
}

/// The events of a trace that may lack its closing bracket: threads that outlive `main` keep it open.
fn closed(raw: &str) -> io::Result<Vec<Value>> {
    let whole = raw.trim_end().trim_end_matches(',');
    let whole = if whole.ends_with(']') { whole.to_owned() } else { format!("{whole}\n]") };
    Ok(serde_json::from_str(&whole)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_recordings_is_read() {
        let read = recordings("# why\n\nch01-a all\nch03-b 41 demo --threads 2\n");
        assert_eq!(read[0], Recording { name: "ch01-a".into(), keep: None, arguments: vec![] });
        assert_eq!((read[1].short().as_str(), read[1].keep), ("ch03", Some(41)));
        assert_eq!(read[1].arguments, ["demo", "--threads", "2"]);
    }

    #[test]
    fn what_is_cut_off_stays_open_and_what_was_open_is_closed() {
        let raw = r#"[
            {"ph":"M","tid":1,"args":{"name":"a"}},
            {"ph":"B","tid":1,"ts":1,"name":"s"},
            {"ph":"E","tid":1,"ts":2},
            {"ph":"B","tid":1,"ts":2,"name":"s"},
            {"ph":"i","tid":1,"ts":3,"name":"m"}"#;
        let kinds = Kinds::read("idle: s");
        let keep = |entries| {
            let recording = &recordings(&format!("ch01-a {entries}"))[0];
            let json = recording.cut(&closed(raw).expect("events"), &kinds).expect("a trace");
            let cut = json.matches("\"cut\":true").count();
            (Trace::read(&json, &kinds).expect("well-formed").entries.len(), cut)
        };
        assert_eq!(keep("all"), (3, 1));
        assert_eq!(keep("2"), (2, 1));
        assert_eq!(keep("1"), (1, 1));
    }
}
