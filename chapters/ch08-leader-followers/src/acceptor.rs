//! The concrete event handler that makes the others: it accepts clients.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Instant;

use ch01_thread_per_connection::accept::Accept;
use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::in_flight::{Guest, InFlight};
use ch06_half_sync_half_reactive::acceptor::{Acceptor as Accepts, Watched};
use ch06_half_sync_half_reactive::demultiplexer::{Interest, Ready, Registered, Trigger};

use crate::context::Context;
use crate::echo_connection::EchoConnection;
use crate::event_handler::{EventHandler, Next};

/// Clients accepted at most for one event; others come first then.
const BUDGET: u32 = 64;

/// Accepts clients, and registers a handler for each.
pub struct Acceptor {
    key: usize,
    listener: Arc<Registered<TcpListener>>,
    accepts: Accepts,
    /// Dropped when the listener is closed.
    _guest: Guest,
}

impl Acceptor {
    /// Registers an acceptor for `listener`.
    ///
    /// # Errors
    /// What the system says.
    pub fn register(listener: TcpListener, context: &Context) -> io::Result<()> {
        let config = &context.service.config;
        let guest = context.occupancy.accepting.enter();
        let Some(guest) = guest.filter(|_| config.connections != Some(0)) else { return Ok(()) };
        listener.set_nonblocking(true)?;
        context.handles.register_handle(|demultiplexer, key| {
            let oneshot = Trigger::Oneshot;
            let listener = demultiplexer.register(listener, key, Interest::READ, oneshot)?;
            let listener = Arc::new(listener);
            let watched = (config.listener)(Box::new(Unwatched(Arc::clone(&listener))));
            let ledger = Arc::clone(&context.service.ledger);
            let accepts = Accepts::new(watched, config.journal.clone(), config.verdict, ledger);
            Ok(Box::new(Acceptor { key, listener, accepts, _guest: guest }))
        })?;
        Ok(())
    }

    /// Makes a handler for a new client; `None`: the server is about to end.
    // ANCHOR: welcome
    fn welcome(&self, number: u64, stream: TcpStream, context: &Context) -> Option<()> {
        context.service.config.journal.say(|| format!("accepts connection {number}"));
        let guest = context.occupancy.connections.enter()?;
        let page = context.service.ledger.open();
        let registered = context.handles.register_handle(|demultiplexer, key| {
            let oneshot = Trigger::Oneshot;
            let stream = demultiplexer.register(stream, key, Interest::READ, oneshot)?;
            let connection = EchoConnection::new(number, stream, page, guest, context);
            Ok(Box::new(connection))
        });
        if let Err(error) = registered {
            // Its page counts it as refused: what it owned was dropped.
            context.service.config.journal.say(|| format!("connection {number}: {error}"));
            context.leave_room();
        }
        Some(())
    }
    // ANCHOR_END: welcome
}

impl EventHandler for Acceptor {
    /// Accepts until nobody waits any more: one event may stand for many clients.
    // ANCHOR: accept
    fn handle_event(&mut self, _: Ready, context: &Context, _: &mut [u8]) -> Next {
        let most = context.service.config.connections;
        for _ in 0..BUDGET {
            if most.is_some_and(|most| self.accepts.accepted() >= most) {
                return Next::Close(Outcome::Refused);
            }
            if !context.room.enter(self.key) {
                return Next::Rest;
            }
            match self.accepts.accept(Instant::now()) {
                Ok(Some((number, stream))) => {
                    if self.welcome(number, stream, context).is_none() {
                        return Next::Close(Outcome::Refused);
                    }
                }
                Ok(None) => {
                    context.leave_room();
                    let pauses = self.accepts.resume_at().is_some();
                    return if pauses { Next::Rest } else { Next::Watch(Interest::READ) };
                }
                Err(error) => {
                    context.fail(error);
                    return Next::Close(Outcome::Refused);
                }
            }
        }
        Next::Watch(Interest::READ)
    }
    // ANCHOR_END: accept

    fn rearm(&self, interest: Interest) -> io::Result<()> {
        self.listener.rearm(interest)
    }

    /// After an error that wants a pause.
    fn due(&self) -> Option<Instant> {
        self.accepts.resume_at()
    }

    fn finish(&mut self) -> Next {
        Next::Close(Outcome::Refused)
    }

    /// Closes the listener: from here on the system refuses clients.
    fn close(self: Box<Self>, _: Outcome, _: &Context) {}
}

/// A listener that is not watched by whoever accepts from it. That would be to reactivate the handle
/// while its handler is out: the event would find nobody, and be the last.
struct Unwatched(Arc<Registered<TcpListener>>);

impl Accept for Unwatched {
    fn accept(&self) -> io::Result<TcpStream> {
        Accept::accept(&*self.0)
    }
}

impl Watched for Unwatched {
    fn watch(&self) -> io::Result<()> {
        Ok(())
    }
}
