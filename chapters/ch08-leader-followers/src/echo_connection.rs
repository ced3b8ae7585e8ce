//! The concrete event handler of a client: it echoes, and never waits.
//!
//! One thread reads, and the same one answers: no data passes between threads. What a client does
//! not take at once is owed to it, and sent on another event, perhaps by another thread.

use std::io;
use std::net::TcpStream;
use std::time::Instant;

use ch01_thread_per_connection::ledger::Page;
use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::Stopped;
use ch05_two_phase_termination::connection::LINGER;
use ch05_two_phase_termination::in_flight::Guest;
use ch06_half_sync_half_reactive::connection::Connection;
use ch06_half_sync_half_reactive::demultiplexer::{Interest, Ready, Registered};
use ch06_half_sync_half_reactive::exchange::Turn;

use crate::config::Config;
use crate::context::Context;
use crate::event_handler::{EventHandler, Next};
use crate::handle_set::AT_ONCE;

/// Reads at most for one event: a client that sends on and on must not keep its thread from others.
const BUDGET: usize = 16;

/// A client's connection.
pub struct EchoConnection {
    connection: Connection,
    /// The server has told it to finish.
    told: bool,
    /// Whether it was owed something after its last event.
    owes: bool,
    /// Bytes that the client had taken by then: as long as they become more, it is not stuck.
    taken: u64,
    due: Option<Instant>,
    /// Goes last: whoever waits for it finds the page closed.
    guest: Guest,
}

impl EchoConnection {
    /// A connection that has just been accepted and registered.
    pub fn new(
        number: u64,
        stream: Registered<TcpStream>,
        page: Page,
        guest: Guest,
        context: &Context,
    ) -> EchoConnection {
        let (config, now) = (&context.service.config, Instant::now());
        let connection = Connection::new(number, stream, config.marks, page, now);
        let due = config.idle.map(|idle| now + idle);
        EchoConnection { connection, told: false, owes: false, taken: 0, due, guest }
    }

    /// Reads, works and answers, as far as the client is there for it.
    // ANCHOR: turn
    fn turn(&mut self, context: &Context, scratch: &mut [u8]) -> io::Result<Turn> {
        self.connection.turn(scratch, BUDGET, &mut |request| {
            context.work_on(request);
            // Work that was cut short has no answer.
            if context.service.stop.now().is_stopped() { Err(Stopped.into()) } else { Ok(()) }
        })
    }
    // ANCHOR_END: turn

    /// Says when it will have been quiet for too long, or stuck.
    // ANCHOR: due
    fn set_due(&mut self, config: &Config, now: Instant) {
        let (exchange, _) = self.connection.parts();
        let (owed, bytes) = (exchange.owed(), exchange.bytes());
        let taken = bytes - owed as u64;
        if owed == 0 {
            let quiet = if self.told { Some(LINGER) } else { config.idle };
            self.due = quiet.map(|limit| now + limit);
        } else if !self.owes || taken > self.taken {
            // A client that reads slowly but steadily is served for as long as it likes.
            self.due = Some(now + config.write_deadline);
        }
        (self.owes, self.taken) = (owed > 0, taken);
    }
    // ANCHOR_END: due

    /// It was due: ends it.
    fn give_up(&mut self, context: &Context) -> Next {
        let number = self.connection.number();
        let (exchange, _) = self.connection.parts();
        let (owed, bytes, lingers) = (exchange.owed(), exchange.bytes(), exchange.lingers());
        let journal = &context.service.config.journal;
        if owed > 0 {
            journal.say(|| format!("connection {number} takes nothing, and is dropped"));
            return Next::Close(Outcome::Broken);
        }
        journal.say(|| format!("connection {number} is quiet, and is closed"));
        // With everything answered and our own end said, nothing is missing.
        Next::Close(if lingers { Outcome::Served { bytes } } else { Outcome::Broken })
    }
}

impl EventHandler for EchoConnection {
    fn handle_event(&mut self, ready: Ready, context: &Context, scratch: &mut [u8]) -> Next {
        let now = Instant::now();
        let nothing = !ready.readable && !ready.writable;
        if nothing && self.due.is_some_and(|due| due <= now) {
            return self.give_up(context);
        }
        self.connection.note(ready, now);
        let (number, journal) = (self.connection.number(), &context.service.config.journal);
        journal.say(|| format!("serves connection {number}"));
        let next = match self.turn(context, scratch) {
            Ok(Turn::Wait(interest)) => Next::Watch(interest),
            Ok(Turn::More) => Next::Watch(AT_ONCE),
            Ok(Turn::Ended) => {
                Next::Close(Outcome::Served { bytes: self.connection.parts().0.bytes() })
            }
            Err(error) => {
                journal.say(|| format!("connection {number} is broken: {error}"));
                Next::Close(Outcome::Broken)
            }
        };
        self.set_due(&context.service.config, Instant::now());
        next
    }

    fn rearm(&self, interest: Interest) -> io::Result<()> {
        self.connection.rearm(interest)
    }

    fn due(&self) -> Option<Instant> {
        self.due
    }

    /// What has arrived is answered, and then comes our own end: on an event that the re-arming
    /// brings about, on whatever thread is promoted then.
    fn finish(&mut self) -> Next {
        self.told = true;
        self.connection.finish();
        Next::Watch(AT_ONCE)
    }

    fn close(self: Box<Self>, outcome: Outcome, context: &Context) {
        let EchoConnection { connection, guest, .. } = *self;
        let number = connection.number();
        connection.close(outcome);
        if outcome == Outcome::Broken && context.service.stop.now().is_stopped() {
            context.occupancy.count_cut();
        }
        context.service.config.journal.say(|| format!("connection {number} is closed"));
        context.leave_room();
        drop(guest);
    }
}
