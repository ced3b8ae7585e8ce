//! A journal that can be closed: threads that are all dismissed at once end in any order, and that
//! order is no part of the story.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ch00_workbench::{Entry, Journal, Sink, What};

/// Passes entries on until it falls.
#[derive(Clone)]
pub struct Curtain {
    journal: Journal,
    fallen: Arc<AtomicBool>,
}

impl Curtain {
    /// A curtain in front of this journal.
    pub fn before(journal: Journal) -> Curtain {
        Curtain { journal, fallen: Arc::default() }
    }

    /// A journal on the stage's side: what is noted there is shown, until the curtain falls.
    pub fn journal(&self) -> Journal {
        Journal::to(vec![Box::new(self.clone())])
    }

    /// From now on nothing is shown.
    pub fn fall(&self) {
        self.fallen.store(true, Ordering::SeqCst);
    }
}

impl Sink for Curtain {
    fn record(&mut self, entry: &Entry) {
        if self.fallen.load(Ordering::SeqCst) {
            return;
        }
        let lane = self.journal.named(&entry.thread);
        match &entry.what {
            What::State(state) => lane.state(state),
            What::Message(text) => lane.say(|| text.clone()),
            What::End => lane.end(),
        }
    }
}
