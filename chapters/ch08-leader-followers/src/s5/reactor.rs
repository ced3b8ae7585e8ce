//! What the threads of this stage share, and how it is brought to its end.

use std::io;
use std::net::TcpListener;
use std::sync::{Arc, atomic::AtomicBool, atomic::Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::connection::LINGER;
use ch06_half_sync_half_reactive::demultiplexer::{Demultiplexer, Ready};

use super::client::Client;
use super::deadlines::{Deadlines, often_enough};
use super::door::Door;
use super::handles::{Claimed, Handles};
use super::lease::{Lease, QUIET_TICKS};
use crate::crew::Crew;
use crate::occupancy::Occupancy;
use crate::room::Room;
use crate::service::Service;

/// Who handles events.
pub(super) enum Handler {
    Client(Box<Client>),
    Door(Box<Door>),
}

/// An event on its way: who handles it, and what has happened.
pub(super) type Task = Claimed<Handler>;

/// What the threads share.
pub(super) struct Reactor {
    pub service: Service,
    pub occupancy: Occupancy,
    pub room: Room,
    pub demux: Demultiplexer,
    pub handles: Handles<Handler>,
    pub lease: Lease<Task>,
    pub deadlines: Deadlines,
    /// The first order was given. Release, with the Acquire in `is_draining` as its partner: set
    /// before every handler is told, so whoever is told, sees it.
    draining: AtomicBool,
    /// The second order was given; the same.
    cutting: AtomicBool,
}

impl Reactor {
    pub fn new(listener: TcpListener, service: Service) -> io::Result<Reactor> {
        let room = Room::for_at_most(service.config.max_connections);
        let tick = service.config.tick;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let reactor = Reactor {
            service,
            occupancy: Occupancy::default(),
            room,
            demux: Demultiplexer::new()?,
            handles: Handles::new(),
            lease: Lease::new(tick, QUIET_TICKS, cores),
            deadlines: Deadlines::default(),
            draining: AtomicBool::new(false),
            cutting: AtomicBool::new(false),
        };
        Door::open(listener, &reactor)?;
        if let Some(idle) = reactor.service.config.idle {
            reactor.deadlines.look_by(Instant::now() + often_enough(idle));
        }
        Ok(reactor)
    }

    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    pub fn is_cutting(&self) -> bool {
        self.cutting.load(Ordering::Acquire)
    }

    /// Puts a task into the leader's next batch.
    pub fn again(&self, task: Task) {
        if self.lease.again(task) {
            self.demux.notify();
        }
    }

    /// Tells handlers that there is something to do, as an event would. One that is owned is told
    /// when it is given back.
    pub fn rouse(&self, keys: impl Iterator<Item = usize>) {
        let nothing = |key| Ready { key, readable: false, writable: false, ends: false };
        let mut tasks = Vec::new();
        self.handles.claim(keys.map(nothing), &mut tasks);
        tasks.into_iter().for_each(|task| self.again(task));
    }

    pub fn rouse_all(&self) {
        self.rouse(self.handles.keys().into_iter());
    }

    /// Gives a connection's place back; the door may be waiting for it.
    pub fn leave(&self) {
        self.rouse(self.room.leave().into_iter());
    }

    /// Has clients looked at within an eighth of `limit`.
    pub fn look_within(&self, limit: Duration, now: Instant) {
        if self.deadlines.look_by(now + often_enough(limit)) {
            self.demux.notify();
        }
    }

    /// Ends a client that is in no table any more.
    pub fn close(&self, client: Client, outcome: Outcome) {
        let number = client.number();
        client.close(outcome);
        if outcome == Outcome::Broken && self.service.stop.now().is_stopped() {
            self.occupancy.count_cut();
        }
        self.service.config.journal.say(|| format!("connection {number} is closed"));
        self.leave();
    }

    /// Ends the server because of an error.
    pub fn fail(&self, error: io::Error) {
        self.service.config.journal.say(|| format!("cannot go on: {error}"));
        self.occupancy.fail(error);
        self.service.stop.stop_now();
    }

    /// Ends the clients that are overdue.
    pub fn look_at_clients(&self, now: Instant) {
        let config = &self.service.config;
        let mut owed = false;
        let overdue = self.handles.take_idle(|handler| match handler {
            Handler::Client(client) => {
                owed |= client.is_owed();
                client.overdue(config, now).is_some()
            }
            Handler::Door(_) => false,
        });
        for handler in overdue {
            let Handler::Client(mut client) = handler else { continue };
            let why = client.overdue(config, now).unwrap_or("goes");
            config.journal.say(|| format!("connection {} {why}", client.number()));
            let outcome = client.outcome_when_overdue();
            self.close(*client, outcome);
        }
        let limits = [
            config.idle,
            owed.then_some(config.write_deadline),
            self.is_draining().then_some(LINGER),
        ];
        if let Some(limit) = limits.into_iter().flatten().min() {
            self.look_within(limit, now);
        }
    }

    fn discard(&self, handlers: impl IntoIterator<Item = Handler>) {
        for handler in handlers {
            if let Handler::Client(client) = handler {
                self.close(*client, Outcome::Broken);
            }
        }
    }
}

impl Crew for Reactor {
    fn service(&self) -> &Service {
        &self.service
    }

    fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    fn work(self: Arc<Self>, _: usize) {
        super::thread::live(&self);
    }

    /// The order is an event for every handle, so it needs no way of its own to those that are
    /// owned. The door's thread calls this again when it closes: somebody may have come in between.
    ///
    /// A door that nobody owns is closed at once: with all threads stuck, nobody would take it.
    fn finish(&self) {
        self.draining.store(true, Ordering::Release);
        drop(self.handles.take_idle(|handler| matches!(handler, Handler::Door(_))));
        self.rouse_all();
        self.look_within(LINGER, Instant::now());
    }

    fn cut(&self) {
        self.cutting.store(true, Ordering::Release);
        self.discard(self.lease.take_all().into_iter().map(|task| task.handler));
        self.discard(self.handles.close());
    }

    fn dismiss(&self) {
        self.lease.close();
        self.demux.notify();
    }
}
