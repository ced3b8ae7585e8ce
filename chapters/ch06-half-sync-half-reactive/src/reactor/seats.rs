//! Who comes, who has something to do, who comes back from the workers, and who goes.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::{LISTENER, Reactor};
use crate::connection::Connection;
use crate::demultiplexer::{Interest, Ready};
use crate::mode::{Seat, Style, Visit};
use crate::out_buffer::WaterMarks;

/// Clients accepted at most before the others get their turn.
const ACCEPTS: usize = 256;

/// What a reactor keeps to.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Accept this many connections, serve them to their ends, and end; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Connections at once at most. Those beyond it wait in the system's queue.
    pub max_connections: usize,
    /// End a connection whose client has been quiet for so long; `None`: never.
    pub idle: Option<Duration>,
    /// How long what is in flight may take after a stop.
    pub drain: Duration,
    /// When to stop reading from a client that does not.
    pub marks: WaterMarks,
}

impl<S: Style> Reactor<S> {
    /// Accepts all who wait, as far as there are seats.
    ///
    /// # Errors
    /// An accept error whose verdict is fatal.
    // ANCHOR: admit
    pub(super) fn admit(&mut self, now: Instant) -> io::Result<()> {
        let Some(acceptor) = &self.acceptor else { return Ok(()) };
        self.knocks |= acceptor.resume_at().is_some_and(|time| time <= now);
        for _ in 0..ACCEPTS {
            if !self.knocks || self.is_full() {
                break;
            }
            let Some(acceptor) = &mut self.acceptor else { break };
            match acceptor.accept(now)? {
                Some((number, stream)) => self.seat(number, stream, now),
                None => self.knocks = false,
            }
        }
        self.tell_if_full();
        Ok(())
    }
    // ANCHOR_END: admit

    /// Whether all seats are taken.
    pub(super) fn is_full(&self) -> bool {
        self.seats.len() >= self.limits.max_connections
    }

    /// Says so when the last seat is taken.
    fn tell_if_full(&mut self) {
        let full = self.is_full();
        if full && !std::mem::replace(&mut self.said_full, full) {
            self.journal.say(|| "all seats are taken: whoever comes now waits outside".to_owned());
        }
        self.said_full = full;
    }

    /// Gives a new connection a seat. The last one closes the door.
    fn seat(&mut self, number: u64, stream: TcpStream, now: Instant) {
        let (page, marks) = (self.ledger.open(), self.limits.marks);
        let demultiplexer = &self.demultiplexer;
        let seated = self.seats.insert_with(|key| {
            let trigger = S::trigger(demultiplexer);
            let stream = demultiplexer.register(stream, key, Interest::READ, trigger)?;
            Ok(Seat::new(Connection::new(number, stream, marks, page, now)))
        });
        match seated {
            Ok(_) => self.journal.say(|| format!("accepts connection {number}")),
            Err(error) => self.journal.say(|| format!("drops connection {number}: {error}")),
        }
        if self.limits.connections.is_some_and(|most| number >= most) {
            (self.acceptor, self.knocks) = (None, false);
        }
    }

    /// Takes note of an event. One that comes late, for a seat that is vacant or was given to
    /// somebody else, finds nobody: its key names a seat of the past.
    // ANCHOR: note
    pub(super) fn note(&mut self, event: Ready, now: Instant) {
        if event.key == LISTENER {
            self.knocks = true;
            return;
        }
        let is_here = |seat: &Seat| seat.connection.is_some();
        if !self.seats.get(event.key).is_some_and(is_here) {
            // Its worker has had it watched and given it back, and this thread did not look yet.
            self.take_back();
        }
        let Some(seat) = self.seats.get_mut(event.key) else { return };
        let Some(connection) = &mut seat.connection else { return };
        connection.note(event, now);
        // Room to write is news only to a client that is owed something.
        if event.readable || connection.owed() > 0 {
            self.list(event.key);
        }
    }
    // ANCHOR_END: note

    /// Has the seat visited soon.
    pub(super) fn list(&mut self, key: usize) {
        let Some(seat) = self.seats.get_mut(key) else { return };
        if !seat.busy && !seat.listed {
            seat.listed = true;
            self.ready.push_back(key);
        }
    }

    /// Visits a seat that was listed, if there is still somebody in it.
    pub(super) fn visit(&mut self, key: usize) -> Option<S::Task> {
        let seat = self.seats.get_mut(key)?;
        seat.listed = false;
        if seat.busy {
            return None;
        }
        let number = seat.connection.as_ref()?.number();
        let visit = self.style.visit(seat, &mut self.scratch);
        if matches!(visit, Visit::Task(_)) {
            self.journal.say(|| format!("queues {} {number}", S::TASK));
        }
        self.after(key, visit)
    }

    /// Takes up what the workers have done.
    // ANCHOR: take_back
    pub(super) fn take_back(&mut self) {
        let mut done = std::mem::take(&mut self.done);
        self.completions.take(&mut done);
        for done in done.drain(..) {
            let key = S::key(&done);
            let Some(seat) = self.seats.get_mut(key) else { continue };
            let visit = self.style.back(done, seat);
            self.after(key, visit);
        }
        self.done = done;
    }
    // ANCHOR_END: take_back

    /// Does what follows from a visit; a task is for the caller to queue.
    fn after(&mut self, key: usize, visit: Visit<S::Task>) -> Option<S::Task> {
        match visit {
            Visit::Task(task) => return Some(task),
            Visit::Rests => {}
            Visit::Again => self.list(key),
            Visit::Ended => drop(self.seats.remove(key)),
            Visit::Cut => {
                self.cut += 1;
                self.seats.remove(key);
            }
        }
        self.finish_if_draining(key);
        None
    }
}
