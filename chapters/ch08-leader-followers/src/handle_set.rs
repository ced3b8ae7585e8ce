//! The handle set: all handles of the server, with their handlers.
//!
//! A handle is *active* while its handler is in the table and the system watches it. For an event
//! the leader takes the handler out: the handle is *deactivated*. The system does its own half of
//! that by itself, since every handle is registered oneshot. Whoever has processed the event puts
//! the handler back, and the handle is *reactivated*.

use std::io;
use std::time::{Duration, Instant};

use ch01_thread_per_connection::report::Outcome;
use ch06_half_sync_half_reactive::demultiplexer::{Batch, Demultiplexer, Interest, Ready};

use crate::context::Context;
use crate::event_handler::{EventHandler, Next, Task};
use crate::handle_table::{Phase, Table};
use crate::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// All handles of the server, with their handlers.
pub struct HandleSet {
    demultiplexer: Demultiplexer,
    /// **Only the leader takes this lock, so nobody ever waits for it**: who finds it taken has found
    /// a second leader. It is here to prove just that, and costs next to nothing.
    look_out: Mutex<()>,
    /// Held for a few steps at a time; a handler is put back *and* re-armed under it, so that its
    /// next event finds it there.
    table: Mutex<Table>,
}

impl HandleSet {
    /// A set without handles.
    ///
    /// # Errors
    /// What the system says: it may be out of descriptors.
    pub fn new() -> io::Result<HandleSet> {
        let (look_out, table) = (Mutex::default(), Mutex::default());
        Ok(HandleSet { demultiplexer: Demultiplexer::new()?, look_out, table })
    }

    /// Adds the handle that `make` registers under the key it is told. It may be done while the
    /// leader waits: the system's own set takes it up at once.
    ///
    /// # Errors
    /// Those of `make`; or the server is about to end, and takes in nobody any more.
    // ANCHOR: register
    pub fn register_handle(
        &self,
        make: impl FnOnce(&Demultiplexer, usize) -> io::Result<Box<dyn EventHandler>>,
    ) -> io::Result<usize> {
        let mut table = self.table();
        let key = table.insert(|key| make(&self.demultiplexer, key))?;
        self.hurry_leader(&mut table, key);
        Ok(key)
    }
    // ANCHOR_END: register

    /// Waits for one event, as the leader, whose own `batch` has room for [one](crate::tools::Tools).
    /// `None`: a wake-up; look whether there is still something to lead.
    ///
    /// # Errors
    /// What the system says of the wait.
    ///
    /// # Panics
    /// If another thread is here: there are two leaders.
    // ANCHOR: wait
    pub fn wait_for_event(&self, batch: &mut Batch) -> io::Result<Option<Ready>> {
        let look_out = self.look_out.try_lock();
        assert!(!matches!(look_out, Err(TryLockError::WouldBlock)), "one leader at a time");
        if let Some(key) = self.table().overdue(Instant::now()) {
            return Ok(Some(nothing(key)));
        }
        self.demultiplexer.wait(batch, self.time_left())?;
        Ok(batch.iter().next())
    }
    // ANCHOR_END: wait

    /// Takes the handler of an event out of the set: nobody else can run it until it is back.
    /// `None`: it is out already, or has gone. Then the event may be forgotten: to reactivate a handle
    /// is to ask the system how it is.
    // ANCHOR: deactivate
    pub fn deactivate_handle(&self, ready: Ready) -> Option<Task> {
        let handler = self.table().take(ready.key)?;
        Some(Task { key: ready.key, ready, handler })
    }
    // ANCHOR_END: deactivate

    /// Puts the handler back, as `next` says. From the moment of the re-arming on, another thread
    /// may have its next event.
    // ANCHOR: reactivate
    pub fn reactivate_handle(
        &self,
        key: usize,
        handler: Box<dyn EventHandler>,
        next: Next,
        context: &Context,
    ) {
        let mut table = self.table();
        if let Err((handler, outcome)) = table.put_back(key, handler, next) {
            drop(table); // to close is to call the system, and the books
            handler.close(outcome, context);
            return;
        }
        self.hurry_leader(&mut table, key);
    }
    // ANCHOR_END: reactivate

    /// Has a handler that rests called soon.
    pub fn rouse(&self, key: usize) {
        self.table().rouse(key);
        self.wake_leader();
    }

    /// Lets nobody in any more, and has all handlers finish: those that are out as soon as they are
    /// back.
    pub fn finish(&self, context: &Context) {
        self.enter(Phase::Finishing, context);
    }

    /// Closes all handles: those that are out as soon as they are back.
    pub fn cut(&self, context: &Context) {
        self.enter(Phase::Cut, context);
    }

    fn enter(&self, phase: Phase, context: &Context) {
        let over = self.table().enter(phase);
        for (handler, outcome) in over {
            handler.close(outcome, context);
        }
        self.wake_leader(); // some may be due sooner now
    }

    /// Ends the leader's wait, this one or the next.
    pub fn wake_leader(&self) {
        self.demultiplexer.notify();
    }

    /// How long the leader may wait: until somebody is due.
    fn time_left(&self) -> Option<Duration> {
        let due = self.table().due()?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// The leader may wait for longer than this handler likes: then it is woken, and looks again.
    fn hurry_leader(&self, table: &mut Table, key: usize) {
        if table.note_due(key) || table.is_anybody_overdue() {
            self.demultiplexer.notify();
        }
    }

    /// What runs under this lock are the handlers' short answers: a panic there is a mistake in
    /// them, and leaves the table whole.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An event that says nothing: its handler is due.
fn nothing(key: usize) -> Ready {
    Ready { key, readable: false, writable: false, ends: false }
}

/// Watched for both: the system tells at once of a socket that has room to write, and most have.
pub const AT_ONCE: Interest = Interest { read: true, write: true };

/// Of a handler that was cut.
pub(crate) const CUT: Outcome = Outcome::Broken;
