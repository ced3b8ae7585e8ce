//! The lease: who leads, and what of the leader's batch is left. A Monitor Object.
//!
//! Everything that threads agree on here is one small state under one lock, which is held for a
//! handful of instructions and costs a leader that is alone some 15 ns an event. So there is no
//! atomic variable and no memory ordering to argue about: the lock is the argument.
//!
//! Invariants, whatever the order of things:
//! - At most one thread leads: its seat has the number of the present leadership, and the
//!   leadership is not vacant. Each change of hands makes a new number.
//! - An event is in the batch, or one thread has it: it is taken out under the lock.
//! - Nothing is stranded: while events are left, somebody is awake who will take them, or the
//!   watcher's clock runs.

mod following;
mod leading;

use std::collections::VecDeque;
use std::time::Duration;

use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

pub use following::{Joined, Role};
pub use leading::{Next, Pace};

/// How long a leader may take for one event before it is deposed, unless told otherwise: from one to
/// two of these.
pub const TICK: Duration = Duration::from_millis(1);

/// Ticks without an event after which the watcher sleeps for good. A leader that wakes it pays a
/// system call, so at most once in this many ticks.
pub const QUIET_TICKS: u32 = 16;

/// Events a wait may bring. More would be more to share, and a later look at the door.
pub const BATCH: usize = 256;

/// A leadership that can be taken away. `E` is an event.
pub struct Lease<E> {
    state: Mutex<State<E>>,
    /// Where the watcher sleeps, with a clock while events are processed. Signalled when a parked
    /// watcher has something to watch, when it is called, and at the end.
    watch: Condvar,
    /// Where the other followers sleep. Signalled when one is called, when the watcher's place is
    /// free, and at the end. All of these are in the state, so any of them may answer.
    follow: Condvar,
    tick: Duration,
    quiet_ticks: u32,
    /// Threads that may share a batch; more would only take the processors from each other.
    cores: usize,
}

struct State<E> {
    /// The number of the present leadership. Changes when a leader lets go or is deposed.
    epoch: u64,
    /// Nobody leads. Whoever comes along first, leads: so a call that comes too late, or reaches
    /// nobody, loses nothing.
    vacant: bool,
    /// From the publishing of a batch until the leader finds it empty. Only then is there anything
    /// to watch: a leader that waits for events may wait as long as it likes.
    processing: bool,
    /// What the leader found, and nobody has taken yet. Empty while the leader waits.
    batch: VecDeque<E>,
    /// Events whose handlers want another turn: they are part of the next batch.
    again: Vec<E>,
    /// Grows with each batch published and each event that its leader finishes. A clock that the
    /// watcher compares with its own.
    steps: u64,
    /// Threads that neither follow nor watch.
    awake: usize,
    /// Followers asleep, the watcher not counted.
    asleep: usize,
    watcher: Watcher,
    /// Followers that were called and have not come yet; never more than there are.
    called: usize,
    /// For good: all are to leave.
    closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watcher {
    /// The place is free: the next follower takes it.
    None,
    /// Its clock runs.
    Ticking,
    /// It sleeps until a batch is published.
    Parked,
}

/// A thread's place in the lease.
#[derive(Debug, Default)]
pub struct Seat {
    /// The leadership that this thread had last; 0: never any.
    epoch: u64,
    /// It has let go of leadership, or was called: takes events though it does not lead. A deposed
    /// thread does not: it was slow once, and is to watch or sleep.
    helps: bool,
    /// It is counted in `awake`.
    awake: bool,
}

impl<E> Lease<E> {
    /// A vacant leadership over an empty batch, for threads on `cores` processors.
    pub fn new(tick: Duration, quiet_ticks: u32, cores: usize) -> Lease<E> {
        let state = State {
            epoch: 1,
            vacant: true,
            processing: false,
            batch: VecDeque::with_capacity(BATCH),
            again: Vec::with_capacity(BATCH),
            steps: 0,
            awake: 0,
            asleep: 0,
            watcher: Watcher::None,
            called: 0,
            closed: false,
        };
        let (watch, follow) = (Condvar::new(), Condvar::new());
        Lease { state: Mutex::new(state), watch, follow, tick, quiet_ticks, cores }
    }

    /// Has all threads leave as soon as the batch is empty. What waits in a demultiplexer must be
    /// woken by the caller.
    pub fn close(&self) {
        self.lock().closed = true;
        self.watch.notify_all();
        self.follow.notify_all();
    }

    /// Takes all events that nobody has taken: for a stop that does not wait.
    pub fn take_all(&self) -> Vec<E> {
        let mut state = self.lock();
        let again = std::mem::take(&mut state.again);
        state.batch.drain(..).chain(again).collect()
    }

    /// Nothing panics under this lock.
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<E> State<E> {
    fn is_led_by(&self, seat: &Seat) -> bool {
        !self.vacant && self.epoch == seat.epoch
    }

    /// Gives the vacant leadership to `seat`.
    fn take_over(&mut self, seat: &mut Seat) {
        self.vacant = false;
        seat.epoch = self.epoch;
        seat.helps = false;
    }

    /// Makes the leadership vacant. Whoever had it last sees by its number that it has it no more.
    fn vacate(&mut self) {
        self.epoch += 1;
        self.vacant = true;
    }

    /// Followers that could be called.
    fn callable(&self) -> usize {
        let sleeping = self.asleep + usize::from(self.watcher != Watcher::None);
        sleeping.saturating_sub(self.called)
    }
}
