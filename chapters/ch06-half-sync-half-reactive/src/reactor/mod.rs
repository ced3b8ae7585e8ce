//! The asynchronous layer: one thread that waits for all clients at once, and for nothing else.
//!
//! It never does a client's work, and never waits for a worker. So nothing that a client or its
//! request does can keep it from accepting, from a stop, or from the other clients.

mod ending;
mod seats;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ch00_workbench::Journal;
use ch01_thread_per_connection::ledger::Ledger;
use ch05_two_phase_termination::{Ending, StopHandle};

use crate::acceptor::Acceptor;
use crate::demultiplexer::{Batch, Demultiplexer};
use crate::exchange::SCRATCH;
use crate::inbox::Inbox;
use crate::mode::{Seat, Style};
use crate::queue::Queue;
use crate::slots::Slots;

use ending::{Phase, often_enough};
pub use seats::Limits;

/// Events that one wait brings at most. Those beyond it come with the next.
const EVENTS: usize = 1024;

/// The listener's key: no seat has it (see `Slots`: no key has all its high bits set).
pub const LISTENER: usize = usize::MAX - 1;

/// All that the reactor's thread has. Nothing of it is shared but the queue and the completions.
pub struct Reactor<S: Style> {
    journal: Journal,
    demultiplexer: Arc<Demultiplexer>,
    /// `None`: the listener is closed.
    acceptor: Option<Acceptor>,
    queue: Arc<Queue<S::Task>>,
    completions: Arc<Inbox<S::Done>>,
    ledger: Arc<Ledger>,
    limits: Limits,
    stop: StopHandle,
    /// What the mode remembers.
    style: S,
    seats: Slots<Seat>,
    /// Keys of seats that have something to do, each once, in the order in which they got it.
    ready: VecDeque<usize>,
    /// Empty between two calls; they keep their memory, as `scratch` does.
    tasks: Vec<S::Task>,
    done: Vec<S::Done>,
    scratch: Vec<u8>,
    /// Somebody may be waiting to be accepted.
    knocks: bool,
    /// It was said that there is no seat for anybody.
    said_full: bool,
    /// The queue is full, and `ready` waits for room.
    paused: bool,
    phase: Phase,
    /// Connections that the second order has cut.
    cut: u64,
    /// When to look for those who are quiet, if anything is to be done about them.
    next_look: Option<Instant>,
}

/// What a reactor is made of, beside what it makes itself.
pub struct Parts<S: Style> {
    /// Where it notes what it does.
    pub journal: Journal,
    /// Where it waits.
    pub demultiplexer: Arc<Demultiplexer>,
    /// Who accepts.
    pub acceptor: Acceptor,
    /// Where it puts what there is to do.
    pub queue: Arc<Queue<S::Task>>,
    /// Where it finds what was done.
    pub completions: Arc<Inbox<S::Done>>,
    /// Where connections are counted.
    pub ledger: Arc<Ledger>,
    /// What it keeps to.
    pub limits: Limits,
    /// Who stops it.
    pub stop: StopHandle,
}

impl<S: Style> Reactor<S> {
    /// A reactor without any connection yet.
    pub fn new(parts: Parts<S>) -> Reactor<S> {
        let Parts { journal, demultiplexer, acceptor, queue, completions, ledger, limits, stop } =
            parts;
        Reactor {
            journal,
            demultiplexer,
            acceptor: Some(acceptor),
            queue,
            completions,
            ledger,
            limits,
            stop,
            style: S::default(),
            seats: Slots::new(),
            ready: VecDeque::new(),
            tasks: Vec::new(),
            done: Vec::new(),
            knocks: true,
            said_full: false,
            paused: false,
            phase: Phase::Serving,
            cut: 0,
            next_look: limits.idle.map(|idle| Instant::now() + often_enough(idle)),
            scratch: vec![0; SCRATCH],
        }
    }

    /// Serves until all connections have gone and no more will come, or until it is forced to end.
    ///
    /// # Errors
    /// An accept error whose verdict is fatal, or a demultiplexer that cannot wait.
    // ANCHOR: run
    pub fn run(mut self) -> io::Result<Ending> {
        let mut events = Batch::with_capacity(EVENTS);
        self.journal.state("waiting");
        loop {
            let now = Instant::now();
            self.take_back();
            self.heed_orders(now);
            self.admit(now)?;
            self.dispatch();
            self.look_for_the_quiet(now);
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            let limit = self.limit(now);
            let sleeps = limit == Some(Duration::ZERO) || self.completions.about_to_sleep();
            let limit = if sleeps { limit } else { Some(Duration::ZERO) };
            self.demultiplexer.wait(&mut events, limit)?;
            let now = Instant::now();
            events.iter().for_each(|event| self.note(event, now));
        }
    }
    // ANCHOR_END: run

    /// Has the workers do what there is to do, as far as there is room in the queue.
    // ANCHOR: dispatch
    fn dispatch(&mut self) {
        if self.ready.is_empty() {
            return;
        }
        let mut room = self.queue.room();
        // Each at most once: those that have more to do stand behind those that wait.
        for _ in 0..self.ready.len() {
            if room == 0 {
                break;
            }
            let Some(key) = self.ready.pop_front() else { break };
            if let Some(task) = self.visit(key) {
                self.tasks.push(task);
                room -= 1;
            }
        }
        self.queue.put(&mut self.tasks);
        let waits = room == 0 && !self.ready.is_empty();
        self.pause(waits && self.queue.call_when_there_is_room());
    }
    // ANCHOR_END: dispatch

    fn pause(&mut self, paused: bool) {
        if std::mem::replace(&mut self.paused, paused) != paused {
            let state = if paused { "paused: the queue is full" } else { "waiting" };
            self.journal.state(state);
        }
    }

    /// How long to wait for events: until the next thing that comes without one.
    fn limit(&self, now: Instant) -> Option<Duration> {
        let busy = !self.ready.is_empty() && !self.paused;
        let full = self.is_full();
        if busy || self.knocks && !full {
            return Some(Duration::ZERO);
        }
        let resume = self.acceptor.as_ref().and_then(Acceptor::resume_at);
        let resume = resume.filter(|_| !full);
        let next = [self.next_look, self.phase.until(), resume].into_iter().flatten().min();
        next.map(|next| next.saturating_duration_since(now))
    }
}
