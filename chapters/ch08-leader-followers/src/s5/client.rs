//! A client of this stage: chapter 6's connection, and when to give it up.

use std::io;
use std::time::Instant;

use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::connection::LINGER;
use ch05_two_phase_termination::in_flight::Guest;
use ch06_half_sync_half_reactive::connection::Connection;
use ch06_half_sync_half_reactive::demultiplexer::Ready;
use ch06_half_sync_half_reactive::exchange::Turn;

use crate::config::Config;

/// Reads at most in one turn: a client that sends on and on must not keep its thread from others.
const BUDGET: usize = 8;

/// A connection that whoever owns it may serve.
pub(super) struct Client {
    connection: Connection,
    /// While the client is owed something: how many bytes it had taken, and since when no more.
    owed: Option<Owed>,
    /// Goes last: whoever waits for it finds the page closed.
    guest: Guest,
}

struct Owed {
    taken: u64,
    since: Instant,
}

impl Client {
    pub fn new(connection: Connection, guest: Guest) -> Client {
        Client { connection, owed: None, guest }
    }

    pub fn number(&self) -> u64 {
        self.connection.number()
    }

    /// Whether it has not taken all it is owed.
    pub fn is_owed(&self) -> bool {
        self.owed.is_some()
    }

    /// Has it end as soon as it has answered what has arrived.
    pub fn finish(&mut self) {
        self.connection.finish();
    }

    /// Serves it as far as that needs no waiting; `work` is done for each read before that is
    /// answered, and its error is the client's end.
    pub fn turn(
        &mut self,
        ready: Ready,
        now: Instant,
        scratch: &mut [u8],
        work: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<Turn> {
        self.connection.note(ready, now);
        let turn = self.connection.turn(scratch, BUDGET, work)?;
        if let Turn::Wait(interest) = turn {
            if interest.write || self.owed.is_some() {
                self.note_owed(now);
            }
            self.connection.rearm(interest)?; // free, where the system tells of edges
        }
        Ok(turn)
    }

    /// A client that reads slowly but steadily is served for as long as it likes.
    fn note_owed(&mut self, now: Instant) {
        let (exchange, _) = self.connection.parts();
        let taken = exchange.bytes() - exchange.owed() as u64;
        if exchange.owed() == 0 {
            self.owed = None;
        } else if self.owed.as_ref().is_none_or(|owed| owed.taken < taken) {
            self.owed = Some(Owed { taken, since: now });
        }
    }

    /// Why to give it up, if it is time to.
    pub fn overdue(&mut self, config: &Config, now: Instant) -> Option<&'static str> {
        let stuck = self
            .owed
            .as_ref()
            .is_some_and(|owed| now.saturating_duration_since(owed.since) >= config.write_deadline);
        let lingers = self.connection.parts().0.lingers();
        let quiet = config.idle.is_some_and(|idle| self.connection.is_idle(idle, now));
        match () {
            () if stuck => Some("takes nothing, and is dropped"),
            () if self.owed.is_some() => None,
            () if lingers && self.connection.is_idle(LINGER, now) => Some("lingers too long"),
            () if quiet => Some("is quiet, and is closed"),
            () => None,
        }
    }

    /// How a client that is overdue has ended.
    pub fn outcome_when_overdue(&mut self) -> Outcome {
        // With everything answered and our own end said, nothing is missing.
        match self.owed.is_none() && self.connection.lingers() {
            true => self.outcome(),
            false => Outcome::Broken,
        }
    }

    /// How a client has ended that has got all its answers.
    pub fn outcome(&mut self) -> Outcome {
        Outcome::Served { bytes: self.connection.parts().0.bytes() }
    }

    pub fn close(self, outcome: Outcome) {
        let Client { connection, guest, .. } = self;
        connection.close(outcome);
        drop(guest);
    }
}
