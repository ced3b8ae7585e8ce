//! A worker: one thread, one demultiplexer, and the connections that are its own.
//!
//! Nobody else touches these, so there is no lock around them, and no key is ever handed from
//! thread to thread. The loop takes orders, waits, takes note of what has happened, and gives a turn
//! to everybody who is ready.

mod seats;

use std::io;
use std::time::{Duration, Instant};

use ch01_thread_per_connection::report::Outcome;
use ch06_half_sync_half_reactive::demultiplexer::{Batch, Demultiplexer};
use ch06_half_sync_half_reactive::exchange::Turn;
use ch06_half_sync_half_reactive::out_buffer::WaterMarks;
use ch06_half_sync_half_reactive::slots::Slots;

use crate::inbox::HandOver;
use crate::order::Order;
use crate::ready::Ready;
use crate::seated::{Left, Seated, Table};
use crate::sync::{Arc, AtomicU64, Ordering};

/// Events taken from one wait. Fewer would cost a system call more often, more would put off the
/// look at the inbox.
const EVENTS: usize = 512;

/// One of the loops.
pub(crate) struct Worker {
    pub demultiplexer: Arc<Demultiplexer>,
    pub inbox: Arc<dyn HandOver<Order>>,
    pub table: Table,
    pub marks: WaterMarks,
    /// How long a client may be quiet; `None`: as long as it likes.
    pub idle: Option<Duration>,
    /// Connections that were cut, of all loops.
    pub cut: Arc<AtomicU64>,
    pub seated: Slots<Seated>,
    pub ready: Ready,
    pub phase: Phase,
    /// When to look for those who have been quiet for too long.
    pub sweep_at: Option<Instant>,
}

/// How far a worker is on its way to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// Clients come and go.
    Open,
    /// No more will come.
    Last,
    /// All are being seen out.
    Finishing,
    /// All have been cut.
    Over,
}

impl Worker {
    /// Serves until it is ordered to end, and has.
    ///
    /// # Errors
    /// If it cannot wait any more: no loop can go on then.
    // ANCHOR: run
    pub fn run(mut self) -> io::Result<()> {
        let mut batch = Batch::with_capacity(EVENTS);
        let mut orders = Vec::new();
        loop {
            self.inbox.take_all(&mut orders);
            for order in orders.drain(..) {
                self.obey(order);
            }
            if self.is_over() {
                return Ok(());
            }
            let limit = self.patience();
            self.tell_that_it_waits(limit);
            self.demultiplexer.wait(&mut batch, limit)?;
            self.take_note(&batch);
            for _ in 0..self.ready.round() {
                self.next_turn();
            }
        }
    }
    // ANCHOR_END: run

    fn is_over(&self) -> bool {
        self.phase == Phase::Over || (self.phase != Phase::Open && self.seated.is_empty())
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Serve(newcomer) => self.seat(newcomer),
            Order::Last => self.phase = self.phase.max(Phase::Last),
            Order::Finish => self.finish(),
            Order::Cut => self.cut(),
        }
    }

    /// How long the loop may sleep: not at all while somebody is ready.
    // ANCHOR: patience
    fn patience(&mut self) -> Option<Duration> {
        if !self.ready.is_empty() || !self.inbox.may_sleep() {
            return Some(Duration::ZERO);
        }
        self.sweep_at.map(|time| time.saturating_duration_since(Instant::now()))
    }
    // ANCHOR_END: patience

    /// Only after something else was noted: a story of sleeps that brought nothing is no story.
    fn tell_that_it_waits(&mut self, limit: Option<Duration>) {
        if self.table.noted && limit != Some(Duration::ZERO) {
            self.table.noted = false;
            self.table.journal.state("waiting");
        }
    }

    /// Puts everybody of whom an event tells into the queue, once.
    // ANCHOR: take_note
    fn take_note(&mut self, batch: &Batch) {
        let now = Instant::now();
        let mut events = 0;
        for event in batch.iter() {
            events += 1;
            // No such key: it was closed in the turn before, and this is late.
            let Some(seated) = self.seated.get_mut(event.key) else { continue };
            seated.connection.note(event, now);
            if !seated.ready {
                seated.ready = true;
                self.ready.push(event.key);
            }
        }
        // With a full batch there may be more: somebody may have spoken, and is not known to have.
        if events < EVENTS && self.sweep_at.is_some_and(|time| time <= now) {
            self.sweep(now);
        }
    }
    // ANCHOR_END: take_note

    // ANCHOR: next_turn
    fn next_turn(&mut self) {
        let Some(key) = self.ready.pop() else { return };
        let Some(seated) = self.seated.get_mut(key) else { return };
        seated.ready = false;
        match seated.turn(&mut self.table) {
            Left::Well(Turn::Wait(interest)) => {
                if self.phase == Phase::Finishing {
                    seated.connection.touch(Instant::now()); // from here on it lingers
                }
                if let Err(error) = seated.connection.rearm(interest) {
                    self.close(key, Outcome::Broken, format_args!("broken: {error}"));
                }
            }
            Left::Well(Turn::More) => {
                seated.ready = true;
                self.ready.push(key);
            }
            Left::Well(Turn::Ended) => self.end(key),
            Left::Broken(error) => {
                self.close(key, Outcome::Broken, format_args!("broken: {error}"))
            }
            Left::Panicked => self.close(key, Outcome::Panicked, format_args!("panicked")),
            Left::Cut => {
                self.cut.fetch_add(1, Ordering::Relaxed); // read when all have ended
                self.close(key, Outcome::Broken, format_args!("cut"));
            }
        }
    }
    // ANCHOR_END: next_turn
}
