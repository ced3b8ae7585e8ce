//! Messages, followed through the journal.

use std::time::Duration;

use ch00_workbench::{Entry, What};

use super::client::{HAS, NAME, SENDS};

/// One message of the only client: when it was where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The client sends it.
    pub sent: Point,
    /// A thread has it, and begins to work on it.
    pub taken: Point,
    /// That thread is done with it.
    pub rested: Point,
    /// The client has its answer.
    pub answered: Point,
}

/// A point of the journal: when, and after how many entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// The time.
    pub at: Duration,
    /// Entries before it, all threads' together.
    pub entries: usize,
}

impl Point {
    /// The nanoseconds from here to `end`, without what the entries between them have cost.
    pub fn to(self, end: Point, entry_ns: f64) -> f64 {
        let gross = end.at.as_nanos() as f64 - self.at.as_nanos() as f64;
        let entries = end.entries.saturating_sub(self.entries) as f64;
        (gross - entries * entry_ns).max(0.0)
    }
}

/// The messages of one client that can be followed from one end to the other. `takes` says that an
/// entry's thread has a message from there on.
pub fn messages(entries: &[Entry], takes: impl Fn(&Entry) -> bool) -> Vec<Message> {
    let mut found: Vec<Partial> = Vec::new();
    for (number, entry) in entries.iter().enumerate() {
        let point = Point { at: entry.at, entries: number };
        match &entry.what {
            What::Message(text) if entry.thread.starts_with(NAME) => {
                if text == SENDS {
                    found.push(Partial { sent: point, ..Partial::default() });
                } else if let Some(open) = found.last_mut().filter(|_| text == HAS) {
                    open.answered = Some(point);
                }
            }
            _ if takes(entry) => {
                let open = found.last_mut().filter(|open| open.taken.is_none());
                if let Some(open) = open.filter(|open| open.answered.is_none()) {
                    (open.taken, open.thread) = (Some(point), Some(&*entry.thread));
                }
            }
            // The thread's next state ends its work; it may come after the answer.
            What::State(_) => {
                let mut worked = found.iter_mut().rev().take(2);
                let ended = |open: &&mut Partial| {
                    open.thread == Some(&*entry.thread) && open.rested.is_none()
                };
                if let Some(open) = worked.find(ended) {
                    open.rested = Some(point);
                }
            }
            _ => {}
        }
    }
    found.iter().filter_map(Partial::whole).collect()
}

#[derive(Default)]
struct Partial<'a> {
    sent: Point,
    taken: Option<Point>,
    thread: Option<&'a str>,
    rested: Option<Point>,
    answered: Option<Point>,
}

impl Partial<'_> {
    fn whole(&self) -> Option<Message> {
        let (sent, taken) = (self.sent, self.taken?);
        Some(Message { sent, taken, rested: self.rested?, answered: self.answered? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(ns: u64, thread: &str, text: &str) -> Entry {
        let state = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let what = state
            .map_or_else(|| What::Message(text.to_owned()), |state| What::State(state.to_owned()));
        Entry { at: Duration::from_nanos(ns), thread: thread.into(), what }
    }

    fn takes(entry: &Entry) -> bool {
        entry.what == What::State("processing".to_owned())
    }

    #[test]
    fn a_message_is_followed_from_the_client_and_back() {
        let journal = [
            entry(0, "thread-1", "[leader]"),
            entry(100, "client-1", SENDS),
            entry(400, "thread-1", "[processing]"),
            entry(450, "thread-2", "[leader]"),
            entry(900, "client-1", HAS),
            entry(1_000, "thread-1", "[follower]"),
        ];
        let messages = messages(&journal, takes);
        let spans = |m: &Message| {
            [m.sent.to(m.taken, 0.0), m.taken.to(m.answered, 0.0), m.taken.to(m.rested, 0.0)]
        };
        assert_eq!(messages.iter().map(spans).collect::<Vec<_>>(), [[300.0, 500.0, 600.0]]);
    }

    #[test]
    fn what_the_entries_cost_is_taken_off() {
        let (start, end) = (Duration::from_nanos(100), Duration::from_nanos(900));
        let span = Point { at: start, entries: 3 }.to(Point { at: end, entries: 5 }, 150.0);
        assert_eq!(span, 500.0);
        let more_than_all = Point::default().to(Point { at: start, entries: 1 }, 150.0);
        assert_eq!(more_than_all, 0.0);
    }

    #[test]
    fn a_thread_may_rest_after_the_next_message_was_sent() {
        let journal = [
            entry(0, "client-1", SENDS),
            entry(10, "thread-1", "[processing]"),
            entry(20, "client-1", HAS),
            entry(30, "client-1", SENDS),
            entry(40, "thread-1", "[follower]"),
            entry(50, "thread-2", "[processing]"),
            entry(60, "thread-2", "[follower]"),
            entry(70, "client-1", HAS),
        ];
        let rested: Vec<_> =
            messages(&journal, takes).iter().map(|message| message.rested.at.as_nanos()).collect();
        assert_eq!(rested, [40, 60]);
    }

    #[test]
    fn half_a_message_and_a_thread_that_takes_nothing_count_for_nothing() {
        let journal = [
            entry(0, "thread-1", "[processing]"),
            entry(10, "thread-1", "[leader]"),
            entry(20, "client-1", SENDS),
            entry(30, "client-1", HAS),
        ];
        assert_eq!(messages(&journal, takes), []);
    }
}
