//! The table in the handle set: who is in, who is out, and who is due when.

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::time::Instant;

use ch01_thread_per_connection::report::Outcome;
use ch06_half_sync_half_reactive::slots::Slots;

use crate::event_handler::{EventHandler, Next};
use crate::handle_set::{AT_ONCE, CUT};

/// Which handlers there are.
#[derive(Default)]
pub(crate) struct Table {
    /// Keys carry generations: an event that was on its way to a handle that has gone fits nothing.
    handles: Slots<Handle>,
    /// Never later than the due time of any handler that is in; perhaps earlier.
    due: Option<Instant>,
    /// Handlers that are to be called next without an event.
    overdue: VecDeque<usize>,
    phase: Phase,
}

struct Handle {
    /// `None`: it is out, with whoever processes its event.
    handler: Option<Box<dyn EventHandler>>,
    /// It has been told to finish.
    told: bool,
    /// It was roused while it was out.
    roused: bool,
}

/// How far the server's end has come. It only ever goes forwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    #[default]
    Open,
    Finishing,
    Cut,
}

/// A handler that is over; to be closed without the table's lock.
type Over = (Box<dyn EventHandler>, Outcome);

impl Table {
    pub fn insert(
        &mut self,
        make: impl FnOnce(usize) -> io::Result<Box<dyn EventHandler>>,
    ) -> io::Result<usize> {
        if self.phase != Phase::Open {
            return Err(io::Error::other("the server is about to end"));
        }
        self.handles
            .insert_with(|key| Ok(Handle { handler: Some(make(key)?), told: false, roused: false }))
    }

    pub fn take(&mut self, key: usize) -> Option<Box<dyn EventHandler>> {
        self.handles.get_mut(key)?.handler.take()
    }

    /// Puts a handler back that was taken.
    ///
    /// # Errors
    /// The handler, if it is over. It is in the table no more then.
    pub fn put_back(
        &mut self,
        key: usize,
        mut handler: Box<dyn EventHandler>,
        next: Next,
    ) -> Result<(), Over> {
        let handle = self.handles.get_mut(key).expect("what is out keeps its place");
        let next = match next {
            Next::Close(_) => next,
            _ if self.phase == Phase::Cut => Next::Close(CUT),
            _ if self.phase == Phase::Finishing && !mem::replace(&mut handle.told, true) => {
                handler.finish()
            }
            _ => next,
        };
        let over = match next {
            Next::Watch(interest) => handler.rearm(interest).err().map(|_| Outcome::Broken),
            Next::Rest => None,
            Next::Close(outcome) => Some(outcome),
        };
        if let Some(outcome) = over {
            self.handles.remove(key);
            return Err((handler, outcome));
        }
        if mem::take(&mut handle.roused) {
            self.overdue.push_back(key);
        }
        handle.handler = Some(handler);
        Ok(())
    }

    /// Has the handler called soon, or as soon as it is back.
    pub fn rouse(&mut self, key: usize) {
        match self.handles.get_mut(key) {
            Some(Handle { handler: Some(_), .. }) => self.overdue.push_back(key),
            Some(handle) => handle.roused = true,
            None => {}
        }
    }

    /// Tells all handlers that are in of the new phase; returns those that are over.
    pub fn enter(&mut self, phase: Phase) -> Vec<Over> {
        self.phase = phase;
        let mut over = Vec::new();
        for key in self.handles.keys() {
            if let Some(handler) = self.take(key) {
                // `put_back` knows what the phase asks for.
                over.extend(self.put_back(key, handler, Next::Watch(AT_ONCE)).err());
                self.note_due(key);
            }
        }
        over
    }

    /// Whether somebody is to be called without an event.
    pub fn is_anybody_overdue(&self) -> bool {
        !self.overdue.is_empty()
    }

    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Takes note of a handler's due time; says whether it is earlier than all others.
    pub fn note_due(&mut self, key: usize) -> bool {
        let handler = self.handles.get(key).and_then(|handle| handle.handler.as_ref());
        let Some(due) = handler.and_then(|handler| handler.due()) else { return false };
        let earlier = self.due.is_none_or(|earliest| due < earliest);
        if earlier {
            self.due = Some(due);
        }
        earlier
    }

    /// The next handler that is to be called without an event.
    pub fn overdue(&mut self, now: Instant) -> Option<usize> {
        if self.overdue.is_empty() && self.due.is_some_and(|due| due <= now) {
            self.look_who_is_due(now);
        }
        self.overdue.pop_front()
    }

    /// Looks at all. That is much, but seldom: there is one look for each due time that came.
    fn look_who_is_due(&mut self, now: Instant) {
        self.due = None;
        for (key, handle) in self.handles.iter() {
            match handle.handler.as_ref().and_then(|handler| handler.due()) {
                Some(due) if due <= now => self.overdue.push_back(key),
                Some(due) => self.due = Some(self.due.map_or(due, |earliest| earliest.min(due))),
                None => {}
            }
        }
    }
}
