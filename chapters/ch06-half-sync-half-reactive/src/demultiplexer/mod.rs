//! The synchronous event demultiplexer: one thread waits in it for events of many sockets at once.
//!
//! It is what [`polling::Poller`] offers, with three things settled that every server here needs
//! settled. A source cannot go while it is registered ([`Registered`] owns it). A wait costs one
//! system call where the system allows it (see `direct.rs`). And there are two ways to be told of
//! events, each with a contract of its own: [`Trigger`].

#[cfg(any(target_os = "linux", target_os = "android"))]
mod direct;
#[cfg(any(test, not(any(target_os = "linux", target_os = "android"))))]
mod portable;
mod registered;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ch05_two_phase_termination::{OnStop, StopToken};
use polling::Poller;

#[cfg(any(target_os = "linux", target_os = "android"))]
use direct as system;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
use portable as system;
pub use registered::{Registered, Source};
pub use system::Batch;

/// How a registration tells of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Once, and then not until it is [re-armed](Registered::rearm): whoever got the event owns the
    /// source until then. Costs a system call an event.
    Oneshot,
    /// Whenever something *new* happens: bytes came, room to write came. What was told once is not
    /// told again, so the owner remembers it until a read or a write has said `WouldBlock` (or a
    /// read was short: see [`Ready::ends`]). Costs nothing an event.
    Persistent,
}

/// What a source is watched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interest {
    /// Bytes to read, a client to accept, or the end of the stream.
    pub read: bool,
    /// Room to write.
    pub write: bool,
}

impl Interest {
    /// Only reading.
    pub const READ: Interest = Interest { read: true, write: false };
    /// Only writing.
    pub const WRITE: Interest = Interest { read: false, write: true };
}

/// An event: what a source is ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The key that the source was registered with.
    pub key: usize,
    /// A read will not block.
    pub readable: bool,
    /// A write will not block.
    pub writable: bool,
    /// The peer *may* have ended its stream behind the bytes that are there. If it certainly has
    /// not, a read that fills less than its buffer has emptied the socket, and the read that would
    /// say `WouldBlock` can be spared.
    pub ends: bool,
}

/// Waits for events of registered sources. One thread at a time: see [`Demultiplexer::wait`].
pub struct Demultiplexer {
    poller: Arc<Poller>,
}

impl Demultiplexer {
    /// A demultiplexer that watches nothing yet.
    ///
    /// # Errors
    /// What the system says: it may be out of descriptors.
    pub fn new() -> io::Result<Demultiplexer> {
        Ok(Demultiplexer { poller: Arc::new(Poller::new()?) })
    }

    /// The trigger that costs least for a source that stays with one thread. Its owner keeps to both
    /// contracts: remembers what it was told of, and re-arms, which is free with the first of them.
    pub fn trigger_of_an_owner(&self) -> Trigger {
        if self.poller.supports_edge() { Trigger::Persistent } else { Trigger::Oneshot }
    }

    /// Watches `source`, which must be non-blocking, under `key`. Any thread may call this, also
    /// while another waits: the wait takes notice.
    ///
    /// # Errors
    /// What the system says; the source is dropped then.
    ///
    /// # Panics
    /// With the key `usize::MAX`, which the poller keeps for itself.
    pub fn register<S: Source>(
        &self,
        source: S,
        key: usize,
        interest: Interest,
        trigger: Trigger,
    ) -> io::Result<Registered<S>> {
        assert_ne!(key, usize::MAX, "this key is the poller's own");
        Registered::new(&self.poller, source, key, interest, trigger)
    }

    /// Waits for events, up to `limit` (`None`: for ever), and puts them into `batch` in place of
    /// what it held. The batch may stay empty: the limit was up, or somebody [notified] the thread.
    ///
    /// Only one thread may wait at a time. That nobody else does is for the caller to see to; here
    /// two would share the events between them at best, and spin at worst.
    ///
    /// # Errors
    /// What the system says. That a signal interrupted the wait is no error.
    ///
    /// [notified]: Demultiplexer::notify
    pub fn wait(&self, batch: &mut Batch, limit: Option<Duration>) -> io::Result<()> {
        match batch.fill(&self.poller, limit) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
            outcome => outcome,
        }
    }

    /// Ends the wait that is under way, or else the next one. Several calls before that are one.
    pub fn notify(&self) {
        // It fails only when the poller is unusable, and then its wait fails as well.
        let _ = self.poller.notify();
    }

    /// Has the wait ended by a stop; the thread that waits asks the token why it was woken.
    pub fn wake_on(&self, stop: &StopToken) -> OnStop {
        let poller = Arc::clone(&self.poller);
        stop.on_stop(move || drop(poller.notify()))
    }
}

#[cfg(test)]
mod tests;
