//! The queueing layer: what the reactor has found to do, until a worker takes it.
//!
//! It is bounded, and whoever puts something in never waits: the reactor has others to look after.
//! If there is no room it keeps what it has, and is told when there is room again.
//!
//! Tasks may be cheaper than the wake-up of the thread that does them. So they are put in and taken
//! out by the batch, and a worker that is on its way already is not called again.

use std::collections::VecDeque;

use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A bounded queue with one producer that never waits, and consumers that do: a Monitor Object.
pub struct Queue<T> {
    state: Mutex<State<T>>,
    /// Signalled when there are tasks and a worker sleeps, and when the queue is closed.
    called: Condvar,
    capacity: usize,
    share: Share,
    /// Tells the producer that there is room. Called without the lock.
    room: Box<dyn Fn() + Send + Sync>,
}

struct State<T> {
    /// The oldest first; never more than the capacity.
    tasks: VecDeque<T>,
    /// Workers that sleep in `take`.
    asleep: usize,
    /// One of them has been signalled and has not woken yet. No second one is signalled meanwhile:
    /// the first will look at what is there, and call another if it cannot take all.
    one_is_called: bool,
    /// The producer waits for room.
    room_is_wanted: bool,
    /// Only ever goes from `false` to `true`: nothing more goes in.
    closed: bool,
}

/// How much a worker takes at a time.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Workers that take from the queue.
    pub workers: usize,
    /// Tasks that one takes at most. 1 where a task may take long: those behind it would wait for
    /// it, although other workers are free.
    pub most: usize,
}

impl Share {
    /// A fair part of what is there; but a few tasks are not worth a second worker's wake-up.
    fn of(self, there: usize) -> usize {
        let few = self.most.div_ceil(2);
        there.div_ceil(self.workers).max(few).min(self.most).min(there)
    }
}

impl<T> Queue<T> {
    /// An empty, open queue for `capacity` tasks. `room` tells the producer that there is room; it
    /// is called by workers, without a lock, and only if [`Queue::call_when_there_is_room`] asked
    /// for it.
    pub fn new(capacity: usize, share: Share, room: impl Fn() + Send + Sync + 'static) -> Queue<T> {
        let state = State {
            tasks: VecDeque::with_capacity(capacity),
            asleep: 0,
            one_is_called: false,
            room_is_wanted: false,
            closed: false,
        };
        let (state, called) = (Mutex::new(state), Condvar::new());
        Queue { state, called, capacity, share, room: Box::new(room) }
    }

    /// How many tasks there is room for. With one producer, it can only grow until it puts some in.
    pub fn room(&self) -> usize {
        self.capacity - self.lock().tasks.len()
    }

    /// Asks for a call when there is room. `false`: there is some already, and nobody will call.
    // ANCHOR: want
    pub fn call_when_there_is_room(&self) -> bool {
        let mut state = self.lock();
        // Under the lock that `take` makes room under: it comes before this look, and then there is
        // nothing to wait for, or after it, and then it finds the wish.
        state.room_is_wanted = state.tasks.len() == self.capacity;
        state.room_is_wanted
    }
    // ANCHOR_END: want

    /// Puts all of `tasks` in, and leaves it empty; calls a worker if one is needed. Once the queue
    /// is closed it drops them.
    ///
    /// # Panics
    /// If there is no room for all: ask for [`Queue::room`] first.
    // ANCHOR: put
    pub fn put(&self, tasks: &mut Vec<T>) {
        let mut state = self.lock();
        assert!(state.tasks.len() + tasks.len() <= self.capacity, "there is no room for all");
        if state.closed {
            drop(state);
            return tasks.clear();
        }
        state.tasks.extend(tasks.drain(..));
        let call = state.calls_one();
        // Without the lock: the one that wakes needs it first of all.
        drop(state);
        if call {
            self.called.notify_one();
        }
    }
    // ANCHOR_END: put

    /// Takes a share of what is there and puts it into `batch`, which must be empty; waits until
    /// there is something. `false`: the queue is closed, and nothing is left.
    // ANCHOR: take
    pub fn take(&self, batch: &mut Vec<T>) -> bool {
        let mut state = self.lock();
        while state.tasks.is_empty() {
            if state.closed {
                return false;
            }
            state.asleep += 1;
            state = self.called.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.asleep -= 1;
            // Whoever wakes first is the one that was called.
            state.one_is_called = false;
        }
        let share = self.share.of(state.tasks.len());
        batch.extend(state.tasks.drain(..share));
        let call = state.calls_one();
        let room = state.tells_of_room(self.capacity);
        drop(state);
        if call {
            self.called.notify_one();
        }
        if room {
            (self.room)();
        }
        true
    }
    // ANCHOR_END: take

    /// Nothing more goes in; what is in still comes out, and then all workers are sent home.
    pub fn close(&self) {
        self.lock().closed = true;
        self.called.notify_all();
    }

    /// As [`Queue::close`], and returns what no worker has taken.
    pub fn take_back(&self) -> VecDeque<T> {
        self.close();
        std::mem::take(&mut self.lock().tasks)
    }

    /// Nothing panics under this lock but a producer that broke its word, before it changed
    /// anything.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> State<T> {
    /// Whether a sleeping worker must be signalled now, for the sake of what is in the queue.
    fn calls_one(&mut self) -> bool {
        let call = !self.tasks.is_empty() && self.asleep > 0 && !self.one_is_called;
        self.one_is_called |= call;
        call
    }

    /// Whether to tell the producer of room: not for a single place, but when half is free.
    fn tells_of_room(&mut self, capacity: usize) -> bool {
        let tell = self.room_is_wanted && self.tasks.len() <= capacity / 2;
        self.room_is_wanted &= !tell;
        tell
    }
}
