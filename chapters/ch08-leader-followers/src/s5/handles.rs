//! The handles: each is idle, owned, or owned with news pending, so none is dispatched twice.
//!
//! An idle handle's handler is in the table. Who claims it takes it *out*: while one thread has it,
//! no other can. Events that come meanwhile are noted in its place, and found by its owner when it
//! gives the handler back. That takes no system call, where the textbook deactivates and
//! reactivates the handle in the demultiplexer.

use std::io;

use ch06_half_sync_half_reactive::demultiplexer::Ready;
use ch06_half_sync_half_reactive::slots::Slots;

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// Handlers of type `H`, by key: a Monitor Object. Nothing is called under its lock but what its
/// caller passes in, and that must not wait.
pub struct Handles<H> {
    table: Mutex<Table<H>>,
}

struct Table<H> {
    slots: Slots<Place<H>>,
    /// For good: what is given back is not wanted any more.
    closed: bool,
}

enum Place<H> {
    /// Nobody has the handler.
    Idle(H),
    /// A thread has it. What has happened since, if anything, is pending.
    Owned(Option<Ready>),
}

/// A handler that this thread owns, and why: an event, if it travels in a batch.
#[derive(Debug, PartialEq, Eq)]
pub struct Claimed<H> {
    /// The handler.
    pub handler: H,
    /// What its handle is ready for, with the key.
    pub ready: Ready,
}

impl<H> Handles<H> {
    /// No handles.
    pub fn new() -> Handles<H> {
        Handles { table: Mutex::new(Table { slots: Slots::new(), closed: false }) }
    }

    /// Registers a handle: `make` is told the key. Nobody can claim it before it is in the table.
    ///
    /// # Errors
    /// Of `make`, or if the table is full.
    pub fn insert_with(&self, make: impl FnOnce(usize) -> io::Result<H>) -> io::Result<usize> {
        self.lock().slots.insert_with(|key| make(key).map(Place::Idle))
    }

    /// Claims the handlers of all these events and adds them to `claimed`. Where somebody has the
    /// handler, the event is pending; where it has gone, so has the event.
    // ANCHOR: claim
    pub fn claim(&self, events: impl Iterator<Item = Ready>, claimed: &mut Vec<Claimed<H>>) {
        let mut table = self.lock();
        for ready in events {
            match table.slots.get_mut(ready.key) {
                None => {}
                Some(Place::Owned(pending)) => *pending = Some(join(*pending, ready)),
                Some(place) => {
                    if let Place::Idle(handler) = std::mem::replace(place, Place::Owned(None)) {
                        claimed.push(Claimed { handler, ready });
                    }
                }
            }
        }
    }
    // ANCHOR_END: claim

    /// Gives a handler back. If something has happened to its handle meanwhile it is not idle: it
    /// comes back, claimed for what is pending.
    // ANCHOR: give_back
    pub fn give_back(&self, key: usize, handler: H) -> Option<Claimed<H>> {
        let mut table = self.lock();
        let closed = table.closed;
        match table.slots.get_mut(key)? {
            Place::Owned(pending) if pending.is_some() || closed => {
                let nothing = Ready { key, readable: false, writable: false, ends: false };
                Some(Claimed { handler, ready: pending.take().unwrap_or(nothing) })
            }
            place => {
                *place = Place::Idle(handler);
                None
            }
        }
    }
    // ANCHOR_END: give_back

    /// Forgets a handle whose handler its owner will not give back. Late events find nothing.
    pub fn remove(&self, key: usize) {
        self.lock().slots.remove(key);
    }

    /// How many there are, owned ones included.
    pub fn len(&self) -> usize {
        self.lock().slots.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes those idle handlers for good that `goes` says are to go.
    pub fn take_idle(&self, mut goes: impl FnMut(&mut H) -> bool) -> Vec<H> {
        let mut table = self.lock();
        let mut gone = Vec::new();
        for key in table.slots.keys() {
            let leaves = match table.slots.get_mut(key) {
                Some(Place::Idle(handler)) => goes(handler),
                _ => false,
            };
            if leaves && let Some(Place::Idle(handler)) = table.slots.remove(key) {
                gone.push(handler);
            }
        }
        gone
    }

    /// Takes all that are idle, for good. What is given back from now on comes back at once.
    pub fn close(&self) -> Vec<H> {
        self.lock().closed = true;
        self.take_idle(|_| true)
    }

    /// The keys of all, whoever has them.
    pub fn keys(&self) -> Vec<usize> {
        self.lock().slots.keys()
    }

    /// A `make` that panics leaves the table as it was.
    fn lock(&self) -> MutexGuard<'_, Table<H>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<H> Default for Handles<H> {
    fn default() -> Handles<H> {
        Handles::new()
    }
}

/// Two events of one handle, as one.
fn join(earlier: Option<Ready>, later: Ready) -> Ready {
    let Some(earlier) = earlier else { return later };
    Ready {
        key: later.key,
        readable: earlier.readable || later.readable,
        writable: earlier.writable || later.writable,
        ends: earlier.ends || later.ends,
    }
}
