//! Exercise 8.3: event hand-off
//!
//! A leader need not promote before each event. It may hand the event to a follower and lead on. But
//! then events travel, and one on its way can be lost, handed out twice, or overtake another one.
//!
//! What holds when you are done:
//!
//! * Each event is processed once, by the one that has followed longest. It gets the event under the
//!   lock, before it has woken up. A wait may end for no reason, and that changes nothing.
//! * If nobody follows, the leader processes the event itself. Before that it gives leadership up:
//!   to whoever follows by then, or else it is vacant, and the next to join takes it.
//! * Events of one handle are processed one after the other, in the order in which they came. One
//!   that comes too early waits behind the others of its handle, and whoever has these takes it
//!   [next](Work::next); meanwhile the leader leads on, and no other thread waits for it.
//! * If a handler panics, its `Work` is dropped: what is behind it is given up, its handle is free.
//! * After `stop` nobody joins any more, and those who follow go home. An order that was given before
//!   is carried out; the leader processes what it has itself.

use std::collections::{HashMap, VecDeque};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The threads that take turns, and the events on their way.
pub struct HandOff<E> {
    state: Mutex<State<E>>,
}

struct State<E> {
    /// One leads, or has the order to. If not, then nobody follows either.
    led: bool,
    /// Who waits for an order, by ticket; the one that has waited longest first.
    followers: VecDeque<(u64, Arc<Condvar>)>,
    /// Orders for those who are off that list and have not woken up yet, by ticket.
    orders: HashMap<u64, Order<E>>,
    next_ticket: u64,
    /// The handles of which an event is on its way or processed, each with the events behind it.
    busy: HashMap<u64, VecDeque<E>>,
    stopped: bool,
}

/// What a follower is to do: to lead, or to process an event of the handle with this number.
enum Order<E> {
    Lead,
    Process(u64, E),
}

/// What comes of joining.
pub enum Turn<'a, E> {
    /// This thread leads.
    Lead(Leadership<'a, E>),
    /// This thread processes what the leader has handed to it.
    Process(Work<'a, E>),
}

/// What comes of handing an event over.
pub enum Handed<'a, E> {
    /// This thread leads on.
    LeadOn(Leadership<'a, E>),
    /// This thread processes the event, and leads no more.
    ProcessIt(Work<'a, E>),
}

/// The right to wait for events; there is one at most. Dropping it passes it on.
pub struct Leadership<'a, E> {
    set: &'a HandOff<E>,
}

/// An event to be processed. Its handle is busy until this has ended.
pub struct Work<'a, E> {
    set: &'a HandOff<E>,
    /// Whose event it is.
    pub handle: u64,
    /// What has happened.
    pub event: E,
    /// It holds its handle no more.
    is_over: bool,
}

impl<E> Default for HandOff<E> {
    /// A set without threads.
    fn default() -> HandOff<E> {
        let (followers, orders, busy) = (VecDeque::new(), HashMap::new(), HashMap::new());
        let state = State { led: false, followers, orders, next_ticket: 0, busy, stopped: false };
        HandOff { state: Mutex::new(state) }
    }
}

impl<E> HandOff<E> {
    /// Takes a vacant leadership, or follows until there is an order. `None`: the set was stopped.
    pub fn join(&self) -> Option<Turn<'_, E>> {
        todo!("exercise 8.3: lead if nobody does; else wait for an order, whichever it is")
    }

    /// Sends home those who follow without an order.
    pub fn stop(&self) {
        todo!("exercise 8.3: nobody joins any more; whoever has no order must hear of it")
    }

    /// How many follow without an order; it may be another number before you look at the answer.
    pub fn followers(&self) -> usize {
        self.lock().followers.len()
    }

    fn work(&self, handle: u64, event: E) -> Work<'_, E> {
        Work { set: self, handle, event, is_over: false }
    }

    /// No event is processed under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, E> Leadership<'a, E> {
    /// Has the event processed, behind all earlier ones of its handle.
    pub fn hand_over(self, handle: u64, event: E) -> Handed<'a, E> {
        todo!("exercise 8.3: behind another one, to a follower, or by this thread itself")
    }
}

impl<E> Drop for Leadership<'_, E> {
    fn drop(&mut self) {
        todo!("exercise 8.3: a follower leads, or nobody does")
    }
}

impl<E> Work<'_, E> {
    /// This event is done. Returns the next one of the same handle, if one has come meanwhile.
    pub fn next(mut self) -> Option<Self> {
        todo!("exercise 8.3: is one behind it? if not, the handle is free: in one step")
    }
}

impl<E> Drop for Work<'_, E> {
    fn drop(&mut self) {
        todo!("exercise 8.3: its handler has panicked, unless `next` has seen to everything")
    }
}
