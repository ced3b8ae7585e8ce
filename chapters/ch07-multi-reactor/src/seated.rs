//! What a loop keeps of each of its connections, and one turn of it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::StopHandle;
use ch05_two_phase_termination::work::run;
use ch06_half_sync_half_reactive::connection::Connection;
use ch06_half_sync_half_reactive::exchange::Turn;

use crate::assign::Seat;
use crate::room::Place;

/// A connection with its worker.
pub(crate) struct Seated {
    pub connection: Connection,
    /// It is in the queue of those who are ready.
    pub ready: bool,
    pub seat: Seat,
    pub place: Option<Place>,
}

/// How a turn was left.
pub(crate) enum Left {
    /// By itself.
    Well(Turn),
    /// The stream failed.
    Broken(io::Error),
    /// The work was cut short by the second order: there is no answer.
    Cut,
    /// The work panicked.
    Panicked,
}

/// What a turn needs besides the connection.
pub(crate) struct Table {
    pub journal: Journal,
    pub work: Work,
    pub also: fn(&[u8]),
    pub stop: StopHandle,
    /// Reads in a turn, at most.
    pub budget: usize,
    /// What reads bring, until it is answered: of the loop, not of a connection.
    pub scratch: Box<[u8]>,
    /// Something was noted since the loop last noted that it waits.
    pub noted: bool,
}

impl Seated {
    /// Whether nothing is to be done for it, and its client has been quiet for `limit`.
    pub fn is_idle(&self, limit: Duration, now: Instant) -> bool {
        !self.ready && self.connection.is_idle(limit, now)
    }

    /// Serves it for one turn. A panic of the work stays in here.
    // ANCHOR: turn
    pub fn turn(&mut self, table: &mut Table) -> Left {
        let Table { journal, work, also, stop, budget, scratch, noted } = table;
        let connection = &mut self.connection;
        let number = connection.number();
        let (mut told, mut cut) = (false, false);
        let mut answer = |request: &[u8]| {
            if journal.is_on() && !told {
                journal.state("working");
                journal.say(|| format!("serves connection {number}"));
                (told, *noted) = (true, true);
            }
            let done = run(work, request, stop);
            also(request);
            cut = done.is_err();
            Ok(done?)
        };
        // AssertUnwindSafe: after a panic the connection is closed; the scratch holds nothing.
        let turn = AssertUnwindSafe(|| connection.turn(scratch, *budget, &mut answer));
        match catch_unwind(turn) {
            Ok(Ok(turn)) => Left::Well(turn),
            Ok(Err(_)) if cut => Left::Cut,
            Ok(Err(error)) => Left::Broken(error),
            Err(_) => Left::Panicked,
        }
    }
    // ANCHOR_END: turn

    /// Closes the connection, and leaves its place when nothing of it is left.
    pub fn close(self, outcome: Option<Outcome>) {
        let Seated { connection, seat, place, .. } = self;
        match outcome {
            Some(outcome) => connection.close(outcome),
            None => connection.end(),
        }
        drop((seat, place));
    }
}
