//! The end, in chapter 5's phases: no new clients; what is in flight is finished; or is cut. And
//! the end of single connections whose clients are quiet.

use std::time::{Duration, Instant};

use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::Ending;
use ch05_two_phase_termination::connection::LINGER;

use super::Reactor;
use crate::connection::Connection;
use crate::mode::{Seat, Style};

/// How far the end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody has given an order.
    Serving,
    /// What is in flight may be finished until then.
    Draining {
        /// The deadline.
        until: Instant,
    },
    /// What was in flight has been cut.
    Forced,
}

impl Phase {
    /// When this phase ends by itself.
    pub fn until(self) -> Option<Instant> {
        match self {
            Phase::Draining { until } => Some(until),
            Phase::Serving | Phase::Forced => None,
        }
    }
}

impl<S: Style> Reactor<S> {
    /// Goes on to the next phase, if it is time to.
    // ANCHOR: orders
    pub(super) fn heed_orders(&mut self, now: Instant) {
        if self.phase == Phase::Serving && self.stop.graceful().is_stopped() {
            self.drain(now);
        }
        let Phase::Draining { until } = self.phase else { return };
        if self.stop.now().is_stopped() {
            self.force("was told again");
        } else if now >= until && !self.seats.is_empty() {
            self.force("the time is up");
        }
    }
    // ANCHOR_END: orders

    /// Closes the listener, and has every connection finish what is in flight.
    // ANCHOR: drain
    fn drain(&mut self, now: Instant) {
        // Those whom the system has let in already have come before the order. An error does not
        // matter any more.
        self.knocks = true;
        let _ = self.admit(now);
        (self.acceptor, self.knocks) = (None, false);
        let drain = self.limits.drain;
        self.phase = Phase::Draining { until: now + drain };
        self.next_look = Some(now + LINGER);
        self.journal.state("draining");
        let alive = self.seats.len();
        self.journal.say(|| format!("no new clients; waits up to {drain:?} for {alive} in flight"));
        // From here on every connection that comes back is heard of; then those who came before.
        self.completions.listen();
        self.take_back();
        self.seats.keys().into_iter().for_each(|key| self.finish_if_draining(key));
    }
    // ANCHOR_END: drain

    /// Has a connection finish, once, if it is here and all are to.
    pub(super) fn finish_if_draining(&mut self, key: usize) {
        if !matches!(self.phase, Phase::Draining { .. }) {
            return;
        }
        let Some(seat) = self.seats.get_mut(key).filter(|seat| !seat.finishing) else { return };
        let Some(connection) = &mut seat.connection else { return };
        connection.finish();
        seat.finishing = true;
        self.list(key);
    }

    /// Cuts what is in flight. What a worker has in its hands it closes itself, when it heeds the
    /// order or is done.
    fn force(&mut self, why: &str) {
        self.journal.state("forcing");
        self.journal.say(|| format!("{why}: cuts what is in flight"));
        self.stop.stop_now();
        S::discard(self.queue.take_back());
        // One that comes back later finds the door closed, and is closed itself.
        self.completions.close();
        self.take_back();
        self.cut += self.seats.len() as u64;
        for key in self.seats.keys() {
            if let Some(seat) = self.seats.remove(key) {
                seat.close(Outcome::Broken);
            }
        }
        self.phase = Phase::Forced;
    }

    /// How it has ended, if it has.
    pub(super) fn ending(&self) -> Option<Ending> {
        let all_gone = self.acceptor.is_none() && self.seats.is_empty();
        match self.phase {
            Phase::Forced => Some(Ending::Forced { cut: self.cut }),
            Phase::Draining { .. } if all_gone => Some(Ending::Graceful),
            Phase::Serving if all_gone => Some(Ending::Finished),
            Phase::Draining { .. } | Phase::Serving => None,
        }
    }

    /// Ends connections whose clients have been quiet for too long, if it is time to look.
    // ANCHOR: quiet
    pub(super) fn look_for_the_quiet(&mut self, now: Instant) {
        if self.next_look.is_none_or(|time| now < time) {
            return;
        }
        let draining = matches!(self.phase, Phase::Draining { .. });
        let patience = if draining { Some(LINGER) } else { self.limits.idle };
        self.next_look = patience.map(|time| now + often_enough(time));
        for key in self.seats.keys() {
            // One that is busy or listed is not quiet, it waits for us.
            let rests = |seat: &&Seat| !seat.busy && !seat.listed;
            let here = self.seats.get(key).filter(rests).and_then(|seat| seat.connection.as_ref());
            if here.is_some_and(|connection| self.is_over(connection, now))
                && let Some(connection) = self.seats.remove(key).and_then(|seat| seat.connection)
            {
                self.end_quiet(*connection);
            }
        }
    }
    // ANCHOR_END: quiet

    fn is_over(&self, connection: &Connection, now: Instant) -> bool {
        let idle = self.limits.idle.is_some_and(|idle| connection.is_idle(idle, now));
        idle || connection.lingers() && connection.is_idle(LINGER, now)
    }

    fn end_quiet(&self, connection: Connection) {
        let number = connection.number();
        self.journal.say(|| format!("connection {number} has been quiet for too long"));
        // With everything answered and our own end said, nothing is missing.
        match connection.lingers() {
            true => connection.end(),
            false => connection.close(Outcome::Broken),
        }
    }
}

/// How long to wait between two looks for clients that are quiet for `time`: late by an eighth.
pub(super) fn often_enough(time: Duration) -> Duration {
    (time / 8).clamp(Duration::from_millis(10), Duration::from_secs(1))
}
