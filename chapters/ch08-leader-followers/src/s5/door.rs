//! The acceptor of this stage: a handler among the others, owned by one thread at a time.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Instant;

use ch05_two_phase_termination::in_flight::{Guest, InFlight};
use ch06_half_sync_half_reactive::acceptor::Acceptor;
use ch06_half_sync_half_reactive::connection::Connection;
use ch06_half_sync_half_reactive::demultiplexer::{Interest, Trigger};

use super::client::Client;
use super::reactor::{Handler, Reactor};

/// Clients accepted at most in one turn; others come first then.
const BUDGET: u32 = 64;

/// How sources are registered. Edges cost nothing an event; where there are none, whoever claims a
/// handle must not be told of it again before it is given back.
pub(super) const TRIGGER: Trigger =
    if cfg!(windows) { Trigger::Oneshot } else { Trigger::Persistent };

/// Accepts clients.
pub(super) struct Door {
    acceptor: Acceptor,
    /// Dropped when the listener is closed.
    _guest: Guest,
}

/// What is to happen with the door.
pub(super) enum After {
    /// An event will tell of the next client, or a place becomes free, or it is time to try again.
    Wait,
    /// Others come first.
    More,
    /// Nobody is accepted any more.
    Close,
}

impl Door {
    /// Registers `listener`, unless there is nobody to accept.
    pub fn open(listener: TcpListener, reactor: &Reactor) -> io::Result<()> {
        let config = &reactor.service.config;
        let guest = reactor.occupancy.accepting.enter();
        let Some(guest) = guest.filter(|_| config.connections != Some(0)) else { return Ok(()) };
        listener.set_nonblocking(true)?;
        reactor.handles.insert_with(|key| {
            let listener = reactor.demux.register(listener, key, Interest::READ, TRIGGER)?;
            let watched = (config.listener)(Box::new(listener));
            let ledger = Arc::clone(&reactor.service.ledger);
            let acceptor = Acceptor::new(watched, config.journal.clone(), config.verdict, ledger);
            Ok(Handler::Door(Box::new(Door { acceptor, _guest: guest })))
        })?;
        Ok(())
    }

    /// Accepts whoever waits, as far as there is room.
    pub fn turn(&mut self, key: usize, reactor: &Reactor, now: Instant) -> io::Result<After> {
        let most = reactor.service.config.connections;
        for _ in 0..BUDGET {
            if reactor.is_draining() || most.is_some_and(|most| self.acceptor.accepted() >= most) {
                return Ok(After::Close);
            }
            if !reactor.room.enter(key) {
                return Ok(After::Wait);
            }
            let Some((number, stream)) =
                self.acceptor.accept(now).inspect_err(|_| reactor.leave())?
            else {
                reactor.leave();
                if let Some(time) = self.acceptor.resume_at() {
                    reactor.deadlines.accept_at(time, key);
                    reactor.demux.notify();
                }
                return Ok(After::Wait);
            };
            if welcome(number, stream, reactor, now).is_none() {
                return Ok(After::Close);
            }
        }
        Ok(After::More)
    }
}

/// Makes a handler for a new client; `None`: the server is about to end.
fn welcome(number: u64, stream: TcpStream, reactor: &Reactor, now: Instant) -> Option<()> {
    let config = &reactor.service.config;
    config.journal.say(|| format!("accepts connection {number}"));
    let guest = reactor.occupancy.connections.enter()?;
    let page = reactor.service.ledger.open();
    let inserted = reactor.handles.insert_with(|key| {
        let stream = reactor.demux.register(stream, key, Interest::READ, TRIGGER)?;
        let connection = Connection::new(number, stream, config.marks, page, now);
        Ok(Handler::Client(Box::new(Client::new(connection, guest))))
    });
    if let Err(error) = inserted {
        // Its page counts it as refused: what it owned was dropped.
        config.journal.say(|| format!("connection {number}: {error}"));
        reactor.leave();
    }
    Some(())
}
