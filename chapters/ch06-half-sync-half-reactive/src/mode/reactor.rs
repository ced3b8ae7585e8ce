//! Reactor mode: what is queued is a *connection* that is ready; the worker reads, works and writes.
//!
//! Whoever has the connection may use it, and nobody else can: it is a value, and moves. The
//! reactor takes it out of its seat, the queue hands it to one worker, and that worker puts it
//! among the completions when it rests. Only then is it watched again ([`Trigger::Oneshot`]), so
//! that no event of it comes while a worker has it.

use std::collections::VecDeque;
use std::time::Instant;

use ch01_thread_per_connection::report::Outcome;

use crate::completions::Wakes;
use crate::connection::Connection;
use crate::demultiplexer::{Demultiplexer, Interest, Trigger};
use crate::desk::Desk;
use crate::exchange::Turn;
use crate::mode::{Seat, Style, Visit};

/// Reads that a worker makes for one connection before it turns to others.
const BUDGET: usize = 4;

/// This mode's answers; the reactor has nothing to remember for it.
#[derive(Default)]
pub struct ByConnection;

/// What comes back from a worker.
pub enum Done {
    /// The connection rests, and is watched already.
    Rests(Box<Connection>),
    /// The connection that sat there is closed.
    Ended {
        /// Its seat.
        key: usize,
        /// The second order has cut its work short.
        cut: bool,
    },
}

impl Style for ByConnection {
    type Task = Box<Connection>;
    type Done = Done;

    const TASK: &'static str = "connection";

    fn trigger(_: &Demultiplexer) -> Trigger {
        Trigger::Oneshot
    }

    // ANCHOR: visit
    fn visit(&mut self, seat: &mut Seat, _scratch: &mut [u8]) -> Visit<Box<Connection>> {
        seat.busy = true;
        Visit::Task(seat.connection.take().expect("a seat that is not busy has its connection"))
    }
    // ANCHOR_END: visit

    // ANCHOR: work
    fn work(tasks: &mut Vec<Box<Connection>>, desk: &Desk<Done>, scratch: &mut [u8]) {
        for connection in tasks.drain(..) {
            let key = connection.key();
            // A panic drops the connection: that closes it, and its page says why.
            match desk.contained(|| serve(connection, desk, scratch)) {
                Some(Left::Open(connection, interest)) => rest(connection, interest, desk),
                Some(Left::Closed { cut }) => ended(key, cut, desk),
                None => ended(key, false, desk),
            }
        }
    }
    // ANCHOR_END: work

    fn key(done: &Done) -> usize {
        match done {
            Done::Rests(connection) => connection.key(),
            Done::Ended { key, .. } => *key,
        }
    }

    // ANCHOR: back
    fn back(&mut self, done: Done, seat: &mut Seat) -> Visit<Box<Connection>> {
        seat.busy = false;
        match done {
            Done::Rests(connection) => {
                seat.connection = Some(connection);
                Visit::Rests
            }
            Done::Ended { cut: true, .. } => Visit::Cut,
            Done::Ended { cut: false, .. } => Visit::Ended,
        }
    }
    // ANCHOR_END: back

    fn discard(tasks: VecDeque<Box<Connection>>) {
        tasks.into_iter().for_each(|connection| connection.close(Outcome::Broken));
    }
}

/// How a worker leaves a connection.
enum Left {
    /// It goes on when something happens that it waits for.
    Open(Box<Connection>, Interest),
    /// It has ended; `cut`: by the second order.
    Closed { cut: bool },
}

/// Reads, works and writes as long as nobody has to wait.
fn serve(mut connection: Box<Connection>, desk: &Desk<Done>, scratch: &mut [u8]) -> Left {
    desk.journal.say(|| format!("serves connection {}", connection.number()));
    let mut cut = false;
    let turn = connection.turn(scratch, BUDGET, &mut |request| {
        let answer = desk.answer(request);
        cut = answer.is_err();
        Ok(answer?)
    });
    match turn {
        Ok(Turn::Wait(interest)) => Left::Open(connection, interest),
        // Watched again, it is ready at once, and stands behind those that waited meanwhile.
        Ok(Turn::More) => {
            let write = connection.owed() > 0;
            Left::Open(connection, Interest { read: true, write })
        }
        Ok(Turn::Ended) => {
            desk.journal.say(|| format!("connection {} has ended", connection.number()));
            connection.end();
            Left::Closed { cut: false }
        }
        Err(error) => {
            desk.journal.say(|| format!("connection {} is broken: {error}", connection.number()));
            connection.close(Outcome::Broken);
            Left::Closed { cut }
        }
    }
}

/// Gives the connection back, and has it watched. Both under one lock: the event may come before
/// this returns, and then the reactor finds the connection where it looks for it.
// ANCHOR: rest
fn rest(mut connection: Box<Connection>, interest: Interest, desk: &Desk<Done>) {
    connection.touch(Instant::now());
    desk.completions.put(|open| {
        if open && connection.rearm(interest).is_ok() {
            return (Done::Rests(connection), Wakes::Nobody);
        }
        let key = connection.key();
        connection.close(Outcome::Broken);
        (Done::Ended { key, cut: !open }, Wakes::Reactor)
    });
}
// ANCHOR_END: rest

fn ended(key: usize, cut: bool, desk: &Desk<Done>) {
    desk.completions.put(|_| (Done::Ended { key, cut }, Wakes::Reactor));
}
