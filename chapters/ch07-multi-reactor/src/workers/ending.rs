//! The end of the workers, in chapter 5's phases; and what becomes of one that fails.

use std::io;
use std::thread;
use std::time::Duration;

use ch05_two_phase_termination::in_flight::{Guest, InFlight};
use ch05_two_phase_termination::{Ending, StopHandle, StopToken};

use super::Running;
use crate::order::Order;
use crate::server::Config;
use crate::sync::{Arc, Mutex, Ordering, PoisonError};

/// How long workers may take to leave when all is cut. Work that looks at no token can outlive it:
/// that one ends with the process.
const LEAVE: Duration = Duration::from_secs(1);

/// Longer than any server runs.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// What a worker's thread has failed of.
pub(super) type Failure = Arc<Mutex<Option<io::Error>>>;

impl Running<'_> {
    /// The phases of the end: wait; force, if the wait was too long; and see the workers out.
    ///
    /// # Errors
    /// What a worker has failed of.
    // ANCHOR: wind_up
    pub fn wind_up(self) -> io::Result<Ending> {
        let Config { journal, drain, .. } = self.config;
        if !self.stop.graceful().is_stopped() {
            journal.state("waiting for the last");
            self.give_all(|| Order::Last);
            self.in_flight.drain(FOREVER, self.stop.graceful());
        }
        let told = self.stop.graceful().is_stopped();
        if told {
            let (alive, _) = self.ledger.so_far();
            journal.state("draining");
            journal.say(|| format!("no new clients; waits up to {drain:?} for {alive} in flight"));
            self.give_all(|| Order::Finish);
        }
        let drained = self.in_flight.drain(*drain, self.stop.now());
        let forced = !drained || self.stop.now().is_stopped();
        if forced {
            self.force(drained);
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        match told {
            _ if failure.is_some() => failure.map_or(Ok(Ending::Finished), Err),
            _ if forced => Ok(Ending::Forced { cut: self.cut() }),
            true => Ok(Ending::Graceful),
            false => Ok(Ending::Finished),
        }
    }
    // ANCHOR_END: wind_up

    /// Cuts what is in flight, and waits a little for the workers.
    fn force(&self, drained: bool) {
        let journal = &self.config.journal;
        journal.state("forcing");
        let why = if self.stop.now().is_stopped() { "was told again" } else { "the time is up" };
        let what = if drained { "everything in flight is cut" } else { "cuts what is in flight" };
        journal.say(|| format!("{why}: {what}"));
        self.stop.stop_now();
        self.give_all(|| Order::Cut);
        if !self.in_flight.drain(LEAVE, &StopToken::new()) {
            journal.say(|| "leaves workers behind that heed no order".to_owned());
        }
    }

    /// Connections that were cut: they have ended, or their workers heed no order.
    fn cut(&self) -> u64 {
        let (alive, _) = self.ledger.so_far();
        alive + self.cut.load(Ordering::Relaxed)
    }
}

/// A worker's thread at work. However it ends, nobody waits for it in vain.
pub(super) struct Shift {
    stop: StopHandle,
    failure: Failure,
    _guest: Guest,
}

impl Shift {
    /// Begins; `guest` says until when it lasts.
    pub fn new(stop: StopHandle, failure: Failure, guest: Guest) -> Shift {
        Shift { stop, failure, _guest: guest }
    }

    /// Ends, with what the loop has returned.
    pub fn end(self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.fail(error);
        }
    }

    /// A loop that does not run serves nobody, and the acceptor would go on giving it clients: the
    /// server ends.
    fn fail(&self, error: io::Error) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        self.stop.stop_now();
    }
}

impl Drop for Shift {
    fn drop(&mut self) {
        if thread::panicking() {
            self.fail(io::Error::other("a worker panicked"));
        }
    }
}
