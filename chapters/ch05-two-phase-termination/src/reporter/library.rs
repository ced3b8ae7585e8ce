//! A library that a report uses. It has done nothing wrong, and still swallows a wake-up.

use ch00_workbench::Journal;

use crate::sync::mpsc::{Receiver, Sender, channel};
use crate::sync::thread::{self, Thread};
use crate::sync::{Arc, AtomicBool, Ordering};

/// Sends figures to a collector on another thread, and waits until each has arrived.
pub struct Uplink {
    to_collector: Sender<Parcel>,
    journal: Journal,
}

/// A figure on its way.
pub struct Parcel {
    /// What is sent.
    pub figure: u64,
    sender: Thread,
    arrived: Arc<AtomicBool>,
}

/// An uplink that notes in `journal` when it waits, and the collector's end of it.
pub fn uplink(journal: Journal) -> (Uplink, Receiver<Parcel>) {
    let (to_collector, parcels) = channel();
    (Uplink { to_collector, journal }, parcels)
}

impl Uplink {
    /// Sends a figure and sleeps until it has arrived.
    // ANCHOR: send
    pub fn send(&self, figure: u64) {
        let arrived = Arc::new(AtomicBool::new(false));
        let parcel = Parcel { figure, sender: thread::current(), arrived: Arc::clone(&arrived) };
        if self.to_collector.send(parcel).is_err() {
            return; // nobody collects any more
        }
        // As it should be: a loop over the library's own condition, since `park` may return for any
        // reason. But a wake-up that was meant for the *caller* is used up in here.
        while !arrived.load(Ordering::Acquire) {
            self.journal.state("in the library");
            thread::park();
        }
    }
    // ANCHOR_END: send
}

impl Parcel {
    /// Tells the sender that its figure is here.
    pub fn acknowledge(self) {
        // Release: whoever sees it has what the collector wrote before.
        self.arrived.store(true, Ordering::Release);
        self.sender.unpark();
    }
}
