//! Event handlers: what is done when something happens to a handle.

use std::io;
use std::time::Instant;

use ch01_thread_per_connection::report::Outcome;
use ch06_half_sync_half_reactive::demultiplexer::{Interest, Ready};

use crate::context::Context;

/// Owns a handle, and knows what to do with its events. The concrete ones are
/// [`Acceptor`](crate::acceptor::Acceptor) and
/// [`EchoConnection`](crate::echo_connection::EchoConnection).
///
/// A handler is called by one thread at a time, but each time it may be another one.
pub trait EventHandler: Send {
    /// Handles an event, as far as that needs no waiting for the peer. An event that says nothing
    /// means that the handler is [due](EventHandler::due).
    fn handle_event(&mut self, ready: Ready, context: &Context, scratch: &mut [u8]) -> Next;

    /// Watches the handle for `interest` again; it was registered oneshot.
    ///
    /// # Errors
    /// What the system says.
    fn rearm(&self, interest: Interest) -> io::Result<()>;

    /// When it wants to be called although nothing has happened; `None`: never.
    fn due(&self) -> Option<Instant>;

    /// The server is about to end: finish what is in flight, and say how to go on.
    fn finish(&mut self) -> Next;

    /// Ends it, after it is in no table any more. Closes the handle.
    fn close(self: Box<Self>, outcome: Outcome, context: &Context);
}

/// How it goes on with a handle after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Watch it for this.
    Watch(Interest),
    /// Do not watch it until somebody [rouses](crate::handle_set::HandleSet::rouse) it.
    Rest,
    /// It is over.
    Close(Outcome),
}

/// An event and its handler, taken out of the handle set: **whoever has the task is the only one
/// who can run the handler**. It moves from the leader to whoever processes it, and back into the set.
pub struct Task {
    /// The handler's key in the handle set.
    pub key: usize,
    /// What has happened.
    pub ready: Ready,
    /// Who handles it.
    pub handler: Box<dyn EventHandler>,
}
