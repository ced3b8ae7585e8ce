//! Hears what mdBook would print: its warnings and errors, as text.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// A subscriber that keeps every event of level `WARN` or `ERROR`.
#[derive(Clone, Default)]
pub struct Ears {
    heard: Arc<Mutex<Vec<String>>>,
}

impl Ears {
    /// Runs `work` on this thread, and returns its result with the warnings it gave.
    pub fn during<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
        let ears = Ears::default();
        let result = tracing::subscriber::with_default(ears.clone(), work);
        let heard = std::mem::take(&mut *ears.heard.lock().expect("no listener panics"));
        (result, heard)
    }
}

impl Subscriber for Ears {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // html5ever warns through the same channel about every entity it does not complete.
        *metadata.level() <= Level::WARN && metadata.target().starts_with("mdbook")
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = format!("{}: ", event.metadata().level());
        event.record(&mut Message(&mut line));
        self.heard.lock().expect("no listener panics").push(line);
    }

    // Spans carry no message of their own.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Message<'a>(&'a mut String);

impl Visit for Message<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            write!(self.0, "{value:?}").expect("a String takes any text");
        }
    }
}

#[test]
fn a_warning_of_mdbook_is_heard_and_talk_is_not() {
    let ((), heard) = Ears::during(|| {
        tracing::warn!(target: "mdbook_html::html", "unclosed tag");
        tracing::info!(target: "mdbook_driver", "building");
        tracing::error!(target: "elsewhere", "not ours");
    });
    assert_eq!(heard, ["WARN: unclosed tag"]);
}
