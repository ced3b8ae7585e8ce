//! The synchronous layer: workers, each at a desk of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ch00_workbench::{Journal, Work};
use ch05_two_phase_termination::work::run;
use ch05_two_phase_termination::{StopHandle, Stopped};

use crate::exchange::SCRATCH;
use crate::inbox::Inbox;
use crate::mode::Style;
use crate::queue::Queue;

/// What a worker has at hand.
pub struct Desk<D> {
    /// Where the worker notes what it does.
    pub journal: Journal,
    /// What is done with each request.
    pub work: Work,
    /// The second order cuts work that sleeps.
    pub stop: StopHandle,
    /// Where it puts what is done.
    pub completions: Arc<Inbox<D>>,
}

impl<D> Desk<D> {
    /// Does tasks until the queue is closed and empty: the life of a worker.
    // ANCHOR: run
    pub fn run<S: Style<Done = D>>(self, queue: &Queue<S::Task>) {
        let _end = self.journal.end_on_drop();
        let (mut batch, mut scratch) = (Vec::new(), vec![0; SCRATCH]);
        self.journal.state("idle");
        while queue.take(&mut batch) {
            S::work(&mut batch, &self, &mut scratch);
            self.journal.state("idle");
        }
    }
    // ANCHOR_END: run

    /// Runs `body`; `None`: it panicked. A panic is told of where it happens, and costs neither the
    /// worker nor anything else but what `body` owns.
    pub fn contained<T>(&self, body: impl FnOnce() -> T) -> Option<T> {
        // AssertUnwindSafe: what `body` owns is dropped, and what it borrows beside that is scratch.
        let outcome = catch_unwind(AssertUnwindSafe(body));
        if outcome.is_err() {
            self.journal.say(|| "the work has panicked".to_owned());
        }
        outcome.ok()
    }

    /// Does the work for a request.
    ///
    /// # Errors
    /// [`Stopped`] if it was cut short: there is no answer.
    pub fn answer(&self, request: &[u8]) -> Result<(), Stopped> {
        if let Work::None = self.work {
            return Ok(());
        }
        self.journal.state("working");
        run(&self.work, request, &self.stop)?;
        if self.stop.now().is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}
