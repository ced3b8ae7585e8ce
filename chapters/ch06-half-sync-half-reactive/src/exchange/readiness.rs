//! What a socket was last told to be ready for.

use crate::demultiplexer::Ready;

/// Stays set until a call proves otherwise: the demultiplexer may tell of an event only once.
#[derive(Debug)]
pub(super) struct Readiness {
    /// A read may bring something.
    pub read: bool,
    /// A write may get through.
    pub write: bool,
    /// The client may have ended behind what is there to read: see [`Ready::ends`].
    end: bool,
}

impl Readiness {
    /// Nothing was told yet: all is worth a try.
    pub fn unknown() -> Readiness {
        Readiness { read: true, write: true, end: true }
    }

    /// Takes note of an event.
    pub fn note(&mut self, ready: Ready) {
        self.read |= ready.readable;
        self.write |= ready.writable;
        // Not `|=`: what it says holds now, and an end that comes later is an event of its own.
        self.end = ready.ends;
    }

    /// Something may have come that no event has told of yet.
    pub fn look_again(&mut self) {
        (self.read, self.end) = (true, true);
    }

    /// A read has brought bytes. If it could have brought more, it has emptied the socket; but an
    /// end that waits behind the bytes will not be told of again.
    pub fn after_read(&mut self, filled: bool) {
        self.read = filled || self.end;
    }

    /// A read has found nothing.
    pub fn nothing_to_read(&mut self) {
        (self.read, self.end) = (false, false);
    }
}
