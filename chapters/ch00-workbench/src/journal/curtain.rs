//! A journal that can be closed: where several threads go on or end at once, they do so in any
//! order, and that order is no part of a demo's story.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Entry, Journal, Sink, What};

/// Passes a server's entries on until it falls.
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

    /// A journal behind the curtain: what is noted there is shown until it falls.
    pub fn journal(&self) -> Journal {
        Journal::to(vec![Box::new(self.clone())])
    }

    /// From now on nothing is shown.
    pub fn fall(&self) {
        self.fallen.store(true, Ordering::SeqCst);
    }

    /// Shows the ends of these threads, in this order.
    pub fn show_ends(&self, threads: &[&str]) {
        threads.iter().for_each(|thread| self.journal.named(thread).end());
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
