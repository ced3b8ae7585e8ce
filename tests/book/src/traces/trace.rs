//! Reads a Chrome trace as the workbench writes it, and says what is wrong with one.

use std::collections::BTreeMap;

use serde_json::Value;

use super::kinds::Kinds;

/// A recorded run.
pub struct Trace {
    /// The threads' names, in the order of their first entries.
    pub threads: Vec<String>,
    /// What they noted, in order.
    pub entries: Vec<Entry>,
}

/// One entry of the journal.
pub struct Entry {
    /// Its thread's place in [`Trace::threads`].
    pub thread: usize,
    /// When it was noted, in microseconds from the first entry.
    pub at_us: f64,
    /// What it says.
    pub what: What,
}

/// What an entry says.
pub enum What {
    /// The thread is in this state now, which is of this kind.
    State(String, &'static str),
    /// The thread notes something.
    Message,
    /// The thread has ended.
    End,
}

impl Trace {
    /// Reads a trace.
    ///
    /// # Errors
    /// Says in words what is not as it should be.
    pub fn read(json: &str, kinds: &Kinds) -> Result<Trace, String> {
        if json.contains("</") {
            return Err("`</` would end the script that holds the trace".into());
        }
        if json.trim_end().lines().any(str::is_empty) {
            return Err("a blank line would end the figure that holds the trace".into());
        }
        let events: Vec<Value> =
            serde_json::from_str(json).map_err(|error| format!("no strict JSON: {error}"))?;
        let mut trace = Trace { threads: Vec::new(), entries: Vec::new() };
        let mut places = BTreeMap::new(); // by the event's `tid`
        for (number, event) in events.iter().enumerate() {
            let thread = event["tid"].as_u64().ok_or_else(|| format!("{event} has no tid"))?;
            if event["ph"] == "M" {
                let name = event["args"]["name"].as_str();
                places.insert(thread, trace.threads.len());
                trace.threads.push(name.ok_or("a thread without a name")?.to_owned());
                continue;
            }
            let place =
                places.get(&thread).ok_or_else(|| format!("{event} has no named thread"))?;
            if let Some(what) = what(event, events.get(number + 1), kinds)? {
                let at_us = event["ts"].as_f64().ok_or_else(|| format!("{event} has no time"))?;
                trace.entries.push(Entry { thread: *place, at_us, what });
            }
        }
        trace.checked()
    }

    fn checked(self) -> Result<Trace, String> {
        if self.entries.is_empty() {
            return Err("nothing was noted".into());
        }
        let backwards = self.entries.windows(2).find(|two| two[1].at_us < two[0].at_us);
        if let Some(two) = backwards {
            return Err(format!("time runs backwards after {} µs", two[0].at_us));
        }
        let silent = |&place: &usize| self.entries.iter().all(|entry| entry.thread != place);
        match (0..self.threads.len()).find(silent) {
            Some(place) => Err(format!("{} notes nothing", self.threads[place])),
            None => Ok(self),
        }
    }
}

/// What `event` says. The end of a state says nothing where another begins or the recording ends.
fn what(event: &Value, next: Option<&Value>, kinds: &Kinds) -> Result<Option<What>, String> {
    let name = || event["name"].as_str().ok_or_else(|| format!("{event} has no name"));
    match event["ph"].as_str() {
        Some("B") => {
            let state = name()?;
            let kind = kinds.of(state);
            let kind = kind.ok_or_else(|| format!("states.txt gives `{state}` no kind"))?;
            if event["cat"] != kind {
                return Err(format!("`{state}` is recorded as {} and not as {kind}", event["cat"]));
            }
            Ok(Some(What::State(state.to_owned(), kind)))
        }
        Some("i") => name().map(|_| Some(What::Message)),
        Some("E") if goes_on(event, next) || event["args"]["cut"] == true => Ok(None),
        Some("E") => Ok(Some(What::End)),
        _ => Err(format!("{event} is of an unknown phase")),
    }
}

/// Whether the state that ends with `event` is followed by another one of the same thread.
pub fn goes_on(event: &Value, next: Option<&Value>) -> bool {
    let same = |key| next.is_some_and(|next| next[key] == event[key]);
    next.is_some_and(|next| next["ph"] == "B") && same("tid") && same("ts")
}

#[cfg(test)]
mod tests {
    use super::*;

    const M: &str = r#"{"ph":"M","tid":1,"args":{"name":"a"}}"#;
    const B: &str = r#"{"ph":"B","tid":1,"ts":2.5,"name":"s","cat":"idle"}"#;

    fn read(events: &[&str]) -> Result<Trace, String> {
        Trace::read(&format!("[{}]", events.join(",\n")), &Kinds::read("idle: s, t"))
    }

    fn problem(events: &[&str]) -> String {
        read(events).err().expect("a problem")
    }

    #[test]
    fn an_end_counts_only_where_the_thread_ends() {
        let e = |ts: &str| format!(r#"{{"ph":"E","tid":1,"ts":{ts}}}"#);
        let cut = r#"{"ph":"E","tid":1,"ts":9,"args":{"cut":true}}"#;
        let count = |events: &[&str]| read(events).expect("a trace").entries.len();
        assert_eq!(count(&[M, B, &e("2.5"), B, cut]), 2);
        assert_eq!(count(&[M, B, &e("2.5"), B, &e("9")]), 3);
    }

    #[test]
    fn each_fault_is_told() {
        assert!(problem(&[]).contains("nothing was noted"));
        assert!(problem(&[M, "oops"]).contains("no strict JSON"));
        assert!(problem(&[B]).contains("no named thread"));
        assert!(problem(&[M, &M.replace("1", "2"), B]).contains("notes nothing"));
        assert!(problem(&[M, B, &B.replace("2.5", "1")]).contains("backwards"));
        assert!(problem(&[M, &B.replace("\"s\"", "\"x\"")]).contains("`x` no kind"));
        assert!(problem(&[M, &B.replace("idle", "leader")]).contains("recorded as"));
        assert!(
            problem(&[M, &B.replace("\"s\"", "\"</script>\"")]).contains("would end the script")
        );
        assert!(problem(&["\n\n"]).contains("blank line"));
        assert!(problem(&[M, &B.replace("\"B\"", "\"X\"")]).contains("unknown phase"));
    }
}
