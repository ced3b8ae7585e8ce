//! The workers together: how they are started, how they get their orders, how they end.

mod ending;

use std::io;

use ch01_thread_per_connection::ledger::Ledger;
use ch05_two_phase_termination::StopHandle;
use ch05_two_phase_termination::in_flight::{Channel, InFlight};
use ch06_half_sync_half_reactive::demultiplexer::Demultiplexer;
use ch06_half_sync_half_reactive::exchange::SCRATCH;
use ch06_half_sync_half_reactive::slots::Slots;

use crate::inbox::HandOver;
use crate::order::Order;
use crate::ready::Ready;
use crate::seated::Table;
use crate::server::Config;
use crate::sync::{Arc, AtomicU64};
use crate::worker::{Phase, Worker};
use ending::{Failure, Shift};

/// Loops that nobody runs yet: their descriptors are there, their threads are not.
pub(crate) struct Workers {
    loops: Vec<Loop>,
}

struct Loop {
    demultiplexer: Arc<Demultiplexer>,
    inbox: Arc<dyn HandOver<Order>>,
}

/// Workers at work. Dropped before they have ended, it cuts their connections.
pub(crate) struct Running<'a> {
    pub config: &'a Config,
    pub stop: &'a StopHandle,
    pub ledger: &'a Arc<Ledger>,
    inboxes: Vec<Arc<dyn HandOver<Order>>>,
    /// In flight are the workers: each has a guest, and each leaves when its connections have.
    in_flight: Channel,
    /// Connections that were cut.
    cut: Arc<AtomicU64>,
    failure: Failure,
}

/// The name of a worker, counted from 0 here and from 1 there.
pub(crate) fn worker_name(name: &str, worker: usize) -> String {
    format!("{name}-{}", worker + 1)
}

impl Workers {
    /// Makes the loops that `config` asks for.
    ///
    /// # Errors
    /// If there are not enough descriptors.
    pub fn new(config: &Config) -> io::Result<Workers> {
        let make = |_| {
            let demultiplexer = Arc::new(Demultiplexer::new()?);
            let woken = Arc::clone(&demultiplexer);
            let inbox = (config.hand_over)(Box::new(move || woken.notify()));
            Ok(Loop { demultiplexer, inbox })
        };
        Ok(Workers { loops: (0..config.workers).map(make).collect::<io::Result<_>>()? })
    }

    /// Starts a thread for each.
    ///
    /// # Errors
    /// If one of them is not to be had; the others end.
    pub fn start<'a>(
        self,
        config: &'a Config,
        stop: &'a StopHandle,
        ledger: &'a Arc<Ledger>,
    ) -> io::Result<Running<'a>> {
        let inboxes = self.loops.iter().map(|one| Arc::clone(&one.inbox)).collect();
        let (in_flight, cut, failure) = Default::default();
        let running = Running { config, stop, ledger, inboxes, in_flight, cut, failure };
        for (index, one) in self.loops.into_iter().enumerate() {
            running.start(index, one)?;
        }
        Ok(running)
    }
}

impl Running<'_> {
    fn start(&self, index: usize, one: Loop) -> io::Result<()> {
        let Config { journal, work, also, budget, marks, idle, .. } = self.config;
        let table = Table {
            journal: journal.clone(),
            work: work.clone(),
            also: *also,
            stop: self.stop.clone(),
            budget: *budget,
            scratch: vec![0; SCRATCH].into_boxed_slice(),
            noted: true,
        };
        let worker = Worker {
            demultiplexer: one.demultiplexer,
            inbox: one.inbox,
            table,
            marks: *marks,
            idle: *idle,
            cut: Arc::clone(&self.cut),
            seated: Slots::new(),
            ready: Ready::new(),
            phase: Phase::Open,
            sweep_at: None,
        };
        let (journal, shift) = (journal.clone(), self.shift());
        let name = worker_name(&self.config.name, index);
        let run = move || {
            // Its end is noted before anybody hears that it has left.
            let end = journal.end_on_drop();
            let outcome = worker.run();
            drop(end);
            shift.end(outcome);
        };
        self.config.spawn.spawn(name, Box::new(run))
    }

    /// What a worker's thread holds as long as it works.
    fn shift(&self) -> Shift {
        let (stop, failure) = (self.stop.clone(), Arc::clone(&self.failure));
        let guest = self.in_flight.enter().expect("draining has not begun");
        Shift::new(stop, failure, guest)
    }

    /// Gives an order to one worker.
    pub fn give(&self, worker: usize, order: Order) {
        self.inboxes[worker].give(order);
    }

    fn give_all(&self, order: fn() -> Order) {
        for inbox in &self.inboxes {
            inbox.give(order());
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.give_all(|| Order::Cut);
    }
}
