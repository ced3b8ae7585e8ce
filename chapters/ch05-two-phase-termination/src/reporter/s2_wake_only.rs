//! Stage 2, a wake-up alone: the sleep ends at once, if it is in *this* sleep that the thread is.

use std::io;
use std::time::{Duration, Instant};

use crate::sync::thread::{self, JoinHandle};

/// Reports every interval, until stopped.
pub struct Reporter {
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
        // ANCHOR: life
        let life = move || {
            loop {
                report(); // a library in here may park as well, and the wake-up ends its sleep
                let slept = Instant::now();
                thread::park_timeout(every);
                if slept.elapsed() < every {
                    return; // woken before the time: that must have been the order to stop
                }
            }
        };
        // ANCHOR_END: life
        let thread = thread::Builder::new().name("reporter".to_owned()).spawn(life)?;
        Ok(Reporter { thread })
    }

    /// Wakes the thread, which is to mean "stop".
    pub fn tell(&self) {
        self.thread.thread().unpark();
    }

    /// Wakes the thread, and waits for its end: for ever, if the wake-up went astray.
    ///
    /// # Panics
    /// If a report did.
    pub fn stop(self) {
        self.tell();
        self.thread.join().expect("no report panics");
    }
}
