//! Exercise 3.1: a bounded blocking queue, as a Monitor Object
//!
//! The pool puts a channel between its callers and its workers. Make such a queue yourself, of one
//! lock and two condition variables: one for those who wait for an item, one for those who wait for
//! room. It is a Monitor Object: the lock is inside, every method takes it, and nobody outside ever
//! sees it.
//!
//! What holds when you are done:
//!
//! * There are never more items in the queue than its capacity, and they leave in the order in
//!   which they came.
//! * Whoever waits is woken when there is something for it to do. No wake-up is lost, however many
//!   wait on either side.
//! * After `close` nothing more goes in, what is in still comes out, and nobody waits any more.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::queue::NoJob;
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A queue that holds so many items at most.
pub struct BoundedQueue<T> {
    state: Mutex<State<T>>,
    /// Signalled when an item has come, and when the queue is closed.
    not_empty: Condvar,
    /// Signalled when an item has left, and when the queue is closed.
    not_full: Condvar,
    capacity: usize,
}

struct State<T> {
    /// The oldest first; never more than the capacity.
    items: VecDeque<T>,
    /// Only ever goes from `false` to `true`.
    closed: bool,
}

impl<T> BoundedQueue<T> {
    /// An empty, open queue for `capacity` items.
    pub fn new(capacity: usize) -> BoundedQueue<T> {
        let state = Mutex::new(State { items: VecDeque::new(), closed: false });
        BoundedQueue { state, not_empty: Condvar::new(), not_full: Condvar::new(), capacity }
    }

    /// Puts an item in; waits for room.
    ///
    /// # Errors
    /// The item, if the queue is closed before there is room.
    pub fn push(&self, item: T) -> Result<(), T> {
        //@ stub
        //@ | todo!("exercise 3.1: wait for room, put the item in, wake one who waits for it")
        let mut state = self.lock();
        // A loop: between the signal and this thread's turn another may have taken the room.
        while state.items.len() >= self.capacity && !state.closed {
            state = self.not_full.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.put(state, item)
        //@ end
    }

    /// Puts an item in if there is room, without waiting.
    ///
    /// # Errors
    /// The item, if the queue is full or closed.
    pub fn try_push(&self, item: T) -> Result<(), T> {
        //@ stub
        //@ | todo!("exercise 3.1: put the item in if there is room and the queue is open")
        let state = self.lock();
        if state.items.len() >= self.capacity {
            return Err(item);
        }
        self.put(state, item)
        //@ end
    }

    /// Takes the oldest item; waits for one. `None`: the queue is closed, and nothing is left.
    pub fn pop(&self) -> Option<T> {
        //@ stub
        //@ | todo!("exercise 3.1: wait for an item, take it, wake one who waits for room")
        let mut state = self.lock();
        while state.items.is_empty() && !state.closed {
            state = self.not_empty.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.take(state)
        //@ end
    }

    /// Takes the oldest item if there is one, without waiting.
    pub fn try_pop(&self) -> Option<T> {
        //@ stub
        //@ | todo!("exercise 3.1: take the oldest item if there is one")
        self.take(self.lock())
        //@ end
    }

    /// Takes the oldest item; waits up to `limit` for one, however often it is woken. A limit of
    /// `Duration::MAX` is as good as none.
    ///
    /// # Errors
    /// `TimedOut` if the time was up and still nothing is in: what came in the last moment is taken.
    /// `Closed` if the queue is closed and empty.
    pub fn pop_within(&self, limit: Duration) -> Result<T, NoJob> {
        //@ stub
        //@ | todo!("exercise 3.1: as pop, but not longer than until a deadline")
        // None: no clock goes so far, and neither does the wait.
        let deadline = Instant::now().checked_add(limit);
        let mut state = self.lock();
        let mut late = false;
        while state.items.is_empty() && !state.closed {
            if late {
                return Err(NoJob::TimedOut);
            }
            let left = deadline.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
            let woken = self.not_empty.wait_timeout(state, left);
            let (guard, wait) = woken.unwrap_or_else(PoisonError::into_inner);
            state = guard;
            // Not an answer yet: an item may have come in the last moment.
            late = wait.timed_out();
        }
        self.take(state).ok_or(NoJob::Closed)
        //@ end
    }

    /// Nothing more goes in. Everybody who waits goes on: those with an item, and those without.
    pub fn close(&self) {
        //@ stub
        //@ | todo!("exercise 3.1: close the queue, and wake everybody")
        self.lock().closed = true;
        self.not_empty.notify_all();
        self.not_full.notify_all();
        //@ end
    }

    /// Items in the queue now; another thread may change that before you look at the answer.
    pub fn len(&self) -> usize {
        self.lock().items.len()
    }

    /// Whether the queue is empty now.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    //@ stub

    /// Puts an item in where there is room, unless the queue is closed.
    fn put(&self, mut state: MutexGuard<'_, State<T>>, item: T) -> Result<(), T> {
        if state.closed {
            return Err(item);
        }
        state.items.push_back(item);
        drop(state);
        // One item, one who takes it.
        self.not_empty.notify_one();
        Ok(())
    }

    /// Takes the oldest item, and lets one who waits for room go on.
    fn take(&self, mut state: MutexGuard<'_, State<T>>) -> Option<T> {
        let item = state.items.pop_front()?;
        drop(state);
        self.not_full.notify_one();
        Some(item)
    }
    //@ end

    /// Nothing panics between two changes under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
