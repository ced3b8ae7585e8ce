//! Stage 3, a flag and a wake-up: the flag says *that*, the wake-up says *now*.
//!
//! A swallowed wake-up costs nothing: the flag is still there when the library returns. A stray one
//! costs nothing either: the flag is not. And the sleeper need not finish its sleep to see the
//! flag.

use std::error::Error;
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use crate::sync::thread::{self, JoinHandle};
use crate::sync::{Arc, AtomicBool, Ordering};

/// Reports every interval between `start` and `stop`, as often as one likes.
pub struct Reporter {
    every: Duration,
    report: Arc<dyn Fn() + Send + Sync>,
    /// `None`: not started, or stopped.
    run: Option<Run>,
}

/// One run. Each has a flag of its own: a new run cannot call back to life what an earlier stop
/// has told to end.
struct Run {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// Why a reporter was not started.
#[derive(Debug)]
pub enum NotStarted {
    /// It runs already, and goes on. There is no second thread.
    AlreadyRunning,
    /// There was no thread to be had.
    NoThread(io::Error),
}

impl Reporter {
    /// A reporter that is to call `report` every interval.
    pub fn new(every: Duration, report: impl Fn() + Send + Sync + 'static) -> Reporter {
        Reporter { every, report: Arc::new(report), run: None }
    }

    /// Starts reporting: now, and then every interval, on a thread of its own.
    ///
    /// # Errors
    /// If it is running already, or there is no thread to be had.
    pub fn start(&mut self) -> Result<(), NotStarted> {
        if self.is_running() {
            return Err(NotStarted::AlreadyRunning);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (told, every, report) = (Arc::clone(&stop), self.every, Arc::clone(&self.report));
        let life = move || run(&told, every, &*report);
        let thread = thread::Builder::new().name("reporter".to_owned()).spawn(life);
        self.run = Some(Run { stop, thread: thread.map_err(NotStarted::NoThread)? });
        Ok(())
    }

    /// Whether there is a thread that reports. One that a report's panic has ended is none.
    pub fn is_running(&self) -> bool {
        // The thread has the other clone of its flag, and drops it whatever way it ends.
        self.run.as_ref().is_some_and(|run| Arc::strong_count(&run.stop) > 1)
    }

    /// Tells the thread to stop, and wakes it. It ends by itself, soon.
    // ANCHOR: tell
    pub fn tell(&self) {
        if let Some(run) = &self.run {
            // The flag first. The thread looks at it after each wake-up, so a wake-up that came
            // before the flag would be in vain. `unpark` makes the store visible to `park`.
            run.stop.store(true, Ordering::Relaxed);
            run.thread.thread().unpark();
        }
    }
    // ANCHOR_END: tell

    /// Tells the thread to stop, and waits for its end. Stopping again does nothing.
    ///
    /// Called by a report, on the reporter's own thread, it only tells: to wait for oneself takes
    /// for ever.
    pub fn stop(&mut self) {
        self.tell();
        if let Some(run) = self.run.take()
            && run.thread.thread().id() != thread::current().id()
        {
            // A report's panic has been shown by then, and the thread has ended: that is enough.
            let _ = run.thread.join();
        }
    }
}

// ANCHOR: run
fn run(told: &AtomicBool, every: Duration, report: &dyn Fn()) {
    let mut due = Instant::now();
    while !told.load(Ordering::Relaxed) {
        let left = due.saturating_duration_since(Instant::now());
        if left.is_zero() {
            report();
            due = Instant::now() + every;
        } else {
            // Woken early, it looks at the flag; woken for nothing, it sleeps for what is left.
            thread::park_timeout(left);
        }
    }
}
// ANCHOR_END: run

impl Drop for Reporter {
    /// Signal, join, free: what `report` uses must not go before the thread.
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Display for NotStarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotStarted::AlreadyRunning => write!(f, "the reporter is running already"),
            NotStarted::NoThread(error) => write!(f, "no thread for the reporter: {error}"),
        }
    }
}

impl Error for NotStarted {}
