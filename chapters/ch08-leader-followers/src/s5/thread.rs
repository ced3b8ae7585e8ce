//! The life of a thread: it follows, or it leads and processes, or it helps.

use std::io;
use std::time::{Duration, Instant};

use ch06_half_sync_half_reactive::demultiplexer::Batch;
use ch06_half_sync_half_reactive::exchange::SCRATCH;

use super::cost::Cost;
use super::lease::{BATCH, Joined, Next, Role, Seat};
use super::reactor::{Reactor, Task};
use super::spin::Spin;
use crate::role::{FOLLOWER, LEADER, PROCESSING};

/// How a follower is called that looks after the leader.
pub const WATCHER: &str = "watcher";

/// What a thread has for itself from event to event, so that none needs any memory.
pub(super) struct Hand {
    pub seat: Seat,
    pub cost: Cost,
    /// What a read brings.
    pub scratch: Vec<u8>,
    /// The time of the last wait's end: near enough to now for limits of seconds.
    pub now: Instant,
    /// What a wait has found, and what of it is for this leader.
    events: Batch,
    found: Vec<Task>,
    spin: Option<Spin>,
    /// Noted in the journal: processing, or else leading.
    processing: bool,
}

/// Lives until the lease is closed.
// ANCHOR: live
pub(super) fn live(reactor: &Reactor) {
    let journal = &reactor.service.config.journal;
    let mut hand = Hand::new(reactor);
    loop {
        let joined = reactor.lease.join(&mut hand.seat, &mut |role| match role {
            Role::Follower => journal.state(FOLLOWER),
            Role::Watcher => journal.state(WATCHER),
        });
        match joined {
            Joined::Closed => return,
            Joined::Deposed => journal.say(|| "deposes the leader, who is stuck".to_owned()),
            Joined::Leads | Joined::Helps => {}
        }
        hand.now = Instant::now();
        if let Err(error) = hand.work(reactor) {
            return reactor.fail(error);
        }
    }
}
// ANCHOR_END: live

impl Hand {
    fn new(reactor: &Reactor) -> Hand {
        Hand {
            seat: Seat::default(),
            cost: Cost::default(),
            scratch: vec![0; SCRATCH],
            now: Instant::now(),
            events: Batch::with_capacity(BATCH),
            found: Vec::with_capacity(BATCH),
            spin: reactor.service.config.spin.then(Spin::default),
            processing: false,
        }
    }

    /// Takes events, and as the leader waits for them, until this thread is to follow.
    // ANCHOR: work
    fn work(&mut self, reactor: &Reactor) -> io::Result<()> {
        let journal = &reactor.service.config.journal;
        self.processing = false;
        let mut next = reactor.lease.next(&mut self.seat, self.cost.pace());
        loop {
            next = match next {
                Next::Follow => return Ok(()),
                Next::Event(task) => {
                    self.note_processing(reactor);
                    self.serve(task, reactor);
                    reactor.lease.next(&mut self.seat, self.cost.pace())
                }
                Next::Wait { at_once } => {
                    journal.state(LEADER);
                    self.processing = false;
                    self.wait(reactor, at_once)?;
                    reactor.lease.publish(&mut self.seat, &mut self.found, self.cost.pace())
                }
            };
        }
    }
    // ANCHOR_END: work

    /// Waits for events, claims their handlers, and sees to what is due.
    fn wait(&mut self, reactor: &Reactor, at_once: bool) -> io::Result<()> {
        let looked = match &mut self.spin {
            Some(spin) if !at_once => spin.look(&reactor.demux, &mut self.events)?,
            _ => false,
        };
        if !looked {
            let limit = if at_once { Some(Duration::ZERO) } else { reactor.deadlines.limit() };
            reactor.demux.wait(&mut self.events, limit)?;
        }
        self.now = Instant::now();
        reactor.handles.claim(self.events.iter(), &mut self.found);
        if at_once || !self.found.is_empty() {
            // Before the batch is published: then somebody else may lead at once.
            self.note_processing(reactor);
        }
        let due = reactor.deadlines.take_due(self.now);
        reactor.rouse(due.accept.into_iter());
        if due.look {
            reactor.look_at_clients(self.now);
        }
        Ok(())
    }

    fn note_processing(&mut self, reactor: &Reactor) {
        if !self.processing {
            self.processing = true;
            reactor.service.config.journal.state(PROCESSING);
        }
    }
}
