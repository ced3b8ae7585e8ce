//! Proactor mode: what is queued is a *request*, read already; the worker works, and no more.
//!
//! The connection never leaves the reactor, which does all reading and writing. A connection has
//! one request under way at most: until its answer is back the reactor reads nothing more from it.
//! That keeps the answers in order, and it bounds the memory.

use std::collections::VecDeque;
use std::time::Instant;

use ch01_thread_per_connection::report::Outcome;

use crate::connection::Connection;
use crate::demultiplexer::{Demultiplexer, Trigger};
use crate::desk::Desk;
use crate::exchange::{Got, Turn};
use crate::mode::{Seat, Style, Visit};

/// This mode's answers.
#[derive(Default)]
pub struct ByRequest {
    /// Buffers that have come back empty. There are never more than tasks under way at once, and
    /// in the long run none is allocated.
    spare: Vec<Vec<u8>>,
}

/// Bytes that a client has sent; and the same, when they have been worked on.
pub struct Request {
    /// Whose they are.
    key: usize,
    bytes: Vec<u8>,
    /// How the work ended.
    fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// There is an answer, or will be.
    Answered,
    /// It was cut short.
    Cut,
    /// It panicked.
    Panicked,
}

impl Style for ByRequest {
    type Task = Request;
    type Done = Request;

    const TASK: &'static str = "a request of connection";

    fn trigger(demultiplexer: &Demultiplexer) -> Trigger {
        demultiplexer.trigger_of_an_owner()
    }

    // ANCHOR: visit
    fn visit(&mut self, seat: &mut Seat, scratch: &mut [u8]) -> Visit<Request> {
        let connection = seat.connection.as_mut().expect("it never leaves its seat");
        let (exchange, mut stream) = connection.parts();
        let got = exchange.flush(&mut stream).and_then(|()| exchange.read(&mut stream, scratch));
        match got {
            Ok(Got::Bytes(count)) => {
                seat.busy = true;
                let mut bytes = self.spare.pop().unwrap_or_default();
                bytes.extend_from_slice(&scratch[..count]);
                Visit::Task(Request { key: connection.key(), bytes, fate: Fate::Answered })
            }
            Ok(Got::Discarded) => Visit::Again,
            Ok(Got::Nothing | Got::End) => next(seat),
            Err(_) => end(seat, Outcome::Broken),
        }
    }
    // ANCHOR_END: visit

    // ANCHOR: work
    fn work(tasks: &mut Vec<Request>, desk: &Desk<Request>, _scratch: &mut [u8]) {
        for request in tasks.iter_mut() {
            desk.journal.say(|| format!("works on {} bytes", request.bytes.len()));
            let answered = desk.contained(|| desk.answer(&request.bytes).is_ok());
            request.fate = match answered {
                Some(true) => Fate::Answered,
                Some(false) => Fate::Cut,
                None => Fate::Panicked,
            };
        }
        desk.completions.push(tasks);
    }
    // ANCHOR_END: work

    fn key(done: &Request) -> usize {
        done.key
    }

    // ANCHOR: back
    fn back(&mut self, mut done: Request, seat: &mut Seat) -> Visit<Request> {
        seat.busy = false;
        let connection = seat.connection.as_mut().expect("it never leaves its seat");
        connection.touch(Instant::now());
        let (exchange, mut stream) = connection.parts();
        let visit = match done.fate {
            Fate::Answered if exchange.send(&mut stream, &done.bytes).is_ok() => next(seat),
            Fate::Answered => end(seat, Outcome::Broken),
            Fate::Cut => {
                end(seat, Outcome::Broken);
                Visit::Cut
            }
            Fate::Panicked => end(seat, Outcome::Panicked),
        };
        done.bytes.clear();
        self.spare.push(done.bytes);
        visit
    }
    // ANCHOR_END: back

    /// Their connections are still in their seats, and end there.
    fn discard(_: VecDeque<Request>) {}
}

/// What to do with a connection from which nothing was read.
fn next(seat: &mut Seat) -> Visit<Request> {
    let connection: &mut Connection = seat.connection.as_mut().expect("it never leaves its seat");
    let (exchange, mut stream) = connection.parts();
    let turn = exchange.next(&mut stream);
    match turn {
        Ok(Turn::Wait(interest)) => match connection.rearm(interest) {
            Ok(()) => Visit::Rests,
            Err(_) => end(seat, Outcome::Broken),
        },
        Ok(Turn::More) => Visit::Again,
        Ok(Turn::Ended) => {
            if let Some(connection) = seat.connection.take() {
                connection.end();
            }
            Visit::Ended
        }
        Err(_) => end(seat, Outcome::Broken),
    }
}

fn end(seat: &mut Seat, outcome: Outcome) -> Visit<Request> {
    if let Some(connection) = seat.connection.take() {
        connection.close(outcome);
    }
    Visit::Ended
}
