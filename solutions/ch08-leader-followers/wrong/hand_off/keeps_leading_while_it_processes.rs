//! Wrong answer to exercise 8.3: with nobody to hand the event to, the leader processes it and still counts as the leader.
//!
//! looked right: It comes back, and leads on; only who comes meanwhile finds nobody at the look-out.
//! caught by: hand_off_model::each_event_is_processed_once_and_in_order
//! diagnosis: deadlock: no thread can go on

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
        let mut state = self.lock();
        if state.stopped {
            return None;
        }
        if !state.led {
            state.led = true;
            return Some(Turn::Lead(Leadership { set: self }));
        }
        let (ticket, wake) = (state.next_ticket, Arc::new(Condvar::new()));
        state.next_ticket += 1;
        state.followers.push_back((ticket, Arc::clone(&wake)));
        loop {
            // An order goes before a stop: whoever gave it relies on it.
            match state.orders.remove(&ticket) {
                Some(Order::Lead) => return Some(Turn::Lead(Leadership { set: self })),
                Some(Order::Process(handle, event)) => {
                    return Some(Turn::Process(self.work(handle, event)));
                }
                None if state.stopped => return None,
                None => state = wake.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Sends home those who follow without an order.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.stopped = true;
        state.followers.drain(..).for_each(|(_, wake)| wake.notify_one());
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

/// Gives this order to the one that has followed longest, or gives it back.
fn give<E>(state: &mut State<E>, order: Order<E>) -> Result<(), Order<E>> {
    let Some((ticket, wake)) = state.followers.pop_front() else { return Err(order) };
    state.orders.insert(ticket, order);
    wake.notify_one();
    Ok(())
}

impl<'a, E> Leadership<'a, E> {
    /// Has the event processed, behind all earlier ones of its handle.
    pub fn hand_over(self, handle: u64, event: E) -> Handed<'a, E> {
        let mut state = self.set.lock();
        if let Some(behind) = state.busy.get_mut(&handle) {
            behind.push_back(event);
        } else {
            state.busy.insert(handle, VecDeque::new());
            let given = give(&mut state, Order::Process(handle, event));
            if let Err(Order::Process(handle, event)) = given {
                drop(state);
                let set = self.set;
                std::mem::forget(self);
                return Handed::ProcessIt(set.work(handle, event));
            }
        }
        drop(state);
        Handed::LeadOn(self)
    }
}

impl<E> Drop for Leadership<'_, E> {
    fn drop(&mut self) {
        let mut state = self.set.lock();
        state.led = give(&mut state, Order::Lead).is_ok();
    }
}

impl<E> Work<'_, E> {
    /// This event is done. Returns the next one of the same handle, if one has come meanwhile.
    pub fn next(mut self) -> Option<Self> {
        let mut state = self.set.lock();
        if let Some(event) = state.busy.get_mut(&self.handle).and_then(VecDeque::pop_front) {
            self.event = event;
            return Some(self);
        }
        state.busy.remove(&self.handle);
        // It may be busy again as soon as the lock is free, and then it is another one's.
        self.is_over = true;
        None
    }
}

impl<E> Drop for Work<'_, E> {
    fn drop(&mut self) {
        if !self.is_over {
            self.set.lock().busy.remove(&self.handle);
        }
    }
}
