//! The floor: what an echo must cost at the least.
//!
//! One thread, one epoll, one buffer, and for a message one receive, one send and a share of one
//! wait. Nothing is handed over, so nothing is woken. It serves nobody while it works for one: it
//! is a bound to hold servers against, not a server to copy.

mod client;

use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;

use ch00_workbench::Work;
use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};

use super::{ACCEPT_PAUSE, Config};
use client::{Client, Turn};

/// Events that one wait brings at most.
const EVENTS: usize = 1024;

/// One buffer for all: what is read is sent before the next is read.
const BUFFER_BYTES: usize = 64 * 1024;

/// Reads of one connection in a row, before the others have their turn.
const READS_A_TURN: usize = 16;

/// The listener's key: no connection has it.
const LISTENER: u64 = u64::MAX;

/// When epoll tells of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// As long as there is something to read: one read for each time it is told.
    Level,
    /// Once, when something comes: then all of it must be read.
    Edge,
}

struct Floor {
    epoll: OwnedFd,
    trigger: Trigger,
    listener: TcpListener,
    listens: bool,
    left: Option<u64>,
    work: Work,
    clients: Vec<Option<Client>>,
    free: Vec<usize>,
    buffer: Box<[u8]>,
}

/// Serves on the calling thread.
///
/// # Errors
/// If epoll is not to be had, or fails.
pub fn run(trigger: Trigger, listener: TcpListener, config: Config) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let mut floor = Floor {
        epoll: epoll::create(CreateFlags::CLOEXEC)?,
        trigger,
        listener,
        listens: false,
        left: config.connections,
        work: config.work,
        clients: Vec::new(),
        free: Vec::new(),
        buffer: vec![0; BUFFER_BYTES].into_boxed_slice(),
    };
    floor.listen(true)?;
    floor.serve()
}

impl Floor {
    fn serve(&mut self) -> io::Result<()> {
        let mut events: Vec<Event> = Vec::with_capacity(EVENTS);
        let pause = Timespec { tv_sec: 0, tv_nsec: ACCEPT_PAUSE.as_nanos() as _ };
        while self.left != Some(0) || self.free.len() < self.clients.len() {
            events.clear();
            // Without the listener, somebody must look again whether there are descriptors.
            let timeout = (!self.listens && self.left != Some(0)).then_some(&pause);
            match epoll::wait(&self.epoll, spare_capacity(&mut events), timeout) {
                Err(error) if error != rustix::io::Errno::INTR => return Err(error.into()),
                _ => {}
            }
            if timeout.is_some() {
                self.listen(true)?;
            }
            for event in &events {
                match event.data.u64() {
                    LISTENER => self.accept()?,
                    key => self.turn(key as usize, event.flags)?,
                }
            }
        }
        Ok(())
    }

    /// Begins or ceases to be told of newcomers.
    fn listen(&mut self, listens: bool) -> io::Result<()> {
        if self.listens != listens {
            self.listens = listens;
            match listens {
                true => {
                    let data = EventData::new_u64(LISTENER);
                    epoll::add(&self.epoll, &self.listener, data, EventFlags::IN)?;
                }
                false => epoll::delete(&self.epoll, &self.listener)?,
            }
        }
        Ok(())
    }

    /// Accepts all who wait, up to a bound: the rest is told of again.
    fn accept(&mut self) -> io::Result<()> {
        for _ in 0..EVENTS {
            if self.left == Some(0) {
                return self.listen(false);
            }
            match self.listener.accept() {
                Ok((stream, _)) => {
                    self.left = self.left.map(|left| left - 1);
                    // What fails here costs this client alone.
                    let _ = self.welcome(stream);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // No descriptors, probably: the client stays in the queue, and would be told of for
                // ever.
                Err(_) => return self.listen(false),
            }
        }
        Ok(())
    }

    fn welcome(&mut self, stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let key = self.free.pop().unwrap_or(self.clients.len());
        let data = EventData::new_u64(key as u64);
        epoll::add(&self.epoll, &stream, data, self.interest(false))?;
        let client = Some(Client::new(stream));
        match self.clients.get_mut(key) {
            Some(place) => *place = client,
            None => self.clients.push(client),
        }
        Ok(())
    }

    /// What epoll is to tell of a client.
    fn interest(&self, blocked: bool) -> EventFlags {
        match self.trigger {
            Trigger::Edge => EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET,
            Trigger::Level if blocked => EventFlags::OUT,
            Trigger::Level => EventFlags::IN,
        }
    }

    /// Gives a client its turn.
    fn turn(&mut self, key: usize, flags: EventFlags) -> io::Result<()> {
        let reads = if self.trigger == Trigger::Level { 1 } else { READS_A_TURN };
        // Gone by an earlier event of the same wait.
        let Some(client) = &mut self.clients[key] else { return Ok(()) };
        client.ended |= flags.contains(EventFlags::RDHUP);
        let was_blocked = client.is_blocked();
        let turn = client.turn(reads, &mut self.buffer, &self.work).unwrap_or(Turn::Over);
        let blocked = turn == Turn::Blocked;
        if turn == Turn::Over {
            self.clients[key] = None; // closes it, and epoll forgets it by itself
            self.free.push(key);
            return Ok(());
        }
        let again = match self.trigger {
            Trigger::Level => blocked != was_blocked,
            Trigger::Edge => turn == Turn::More, // asking anew brings a new edge
        };
        if again {
            let (data, interest) = (EventData::new_u64(key as u64), self.interest(blocked));
            if let Some(client) = &self.clients[key] {
                epoll::modify(&self.epoll, &client.stream, data, interest)?;
            }
        }
        Ok(())
    }
}
