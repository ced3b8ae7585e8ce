//! Stage 1, a flag alone: the thread is told to stop, and hears of it when it wakes by itself.

use std::io;
use std::time::Duration;

use crate::sync::thread::{self, JoinHandle};
use crate::sync::{Arc, AtomicBool, Ordering};

/// Reports every interval, until stopped.
pub struct Reporter {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Reporter {
    /// Calls `report` now, and then every interval, on a thread of its own.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn start(
        every: Duration,
        mut report: impl FnMut() + Send + 'static,
    ) -> io::Result<Reporter> {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        // ANCHOR: life
        let life = move || {
            while !told.load(Ordering::Relaxed) {
                report();
                thread::sleep(every); // and nothing ends this sleep
            }
        };
        // ANCHOR_END: life
        let thread = thread::Builder::new().name("reporter".to_owned()).spawn(life)?;
        Ok(Reporter { stop, thread })
    }

    /// Tells the thread to stop.
    pub fn tell(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Tells the thread to stop, and waits for its end: up to a whole interval.
    ///
    /// # Panics
    /// If a report did.
    pub fn stop(self) {
        self.tell();
        self.thread.join().expect("no report panics");
    }
}
