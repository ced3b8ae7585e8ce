//! Wrong answer to exercise 3.1: the one that waits with a limit was written last, and its signal forgotten; the two that have it hide that for long.
//!
//! looked right: A producer sleeps only at a full queue, and the next `pop` wakes it after all.
//! caught by: bounded_queue_model::room_that_pop_within_makes_is_told
//! diagnosis: no thread can go on

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
        let mut state = self.lock();
        // A loop: between the signal and this thread's turn another may have taken the room.
        while state.items.len() >= self.capacity && !state.closed {
            state = self.not_full.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.put(state, item)
    }

    /// Puts an item in if there is room, without waiting.
    ///
    /// # Errors
    /// The item, if the queue is full or closed.
    pub fn try_push(&self, item: T) -> Result<(), T> {
        let state = self.lock();
        if state.items.len() >= self.capacity {
            return Err(item);
        }
        self.put(state, item)
    }

    /// Takes the oldest item; waits for one. `None`: the queue is closed, and nothing is left.
    pub fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        while state.items.is_empty() && !state.closed {
            state = self.not_empty.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.take(state)
    }

    /// Takes the oldest item if there is one, without waiting.
    pub fn try_pop(&self) -> Option<T> {
        self.take(self.lock())
    }

    /// Takes the oldest item; waits up to `limit` for one, however often it is woken.
    ///
    /// # Errors
    /// `TimedOut` if the time was up and still nothing is in: what came in the last moment is taken.
    /// `Closed` if the queue is closed and empty.
    pub fn pop_within(&self, limit: Duration) -> Result<T, NoJob> {
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
        state.items.pop_front().ok_or(NoJob::Closed)
    }

    /// Nothing more goes in. Everybody who waits goes on: those with an item, and those without.
    pub fn close(&self) {
        self.lock().closed = true;
        self.not_empty.notify_all();
        self.not_full.notify_all();
    }

    /// Items in the queue now; another thread may change that before you look at the answer.
    pub fn len(&self) -> usize {
        self.lock().items.len()
    }

    /// Whether the queue is empty now.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

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

    /// Nothing panics between two changes under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
