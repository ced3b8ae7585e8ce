//! What the workers have done, until the reactor takes it up again.
//!
//! The reactor sleeps in its demultiplexer, and is woken there. A wake-up costs more than most
//! requests, so it is *coalesced*: the first completion since the reactor last looked wakes it, and
//! those that come before it looks again are seen without.

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// A list with many writers and one reader, which is woken from outside: a Monitor Object.
pub struct Completions<T> {
    state: Mutex<State<T>>,
    /// Wakes the reactor: a wake-up that comes early ends its next wait. Called without the lock.
    wake: Box<dyn Fn() + Send + Sync>,
}

struct State<T> {
    /// In the order in which they were done.
    done: Vec<T>,
    /// The reactor has been woken, or is about to be, and has not looked since.
    told: bool,
    /// Whether even what is put in quietly wakes the reactor.
    listening: bool,
    /// Nobody will look any more.
    closed: bool,
}

impl<T> Completions<T> {
    /// Nothing is done yet.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Completions<T> {
        let state = State { done: Vec::new(), told: false, listening: false, closed: false };
        Completions { state: Mutex::new(state), wake: Box::new(wake) }
    }

    /// Puts in all that was done, in this order, and wakes the reactor unless it is told already.
    // ANCHOR: push
    pub fn push(&self, done: &mut Vec<T>) {
        let mut state = self.lock();
        state.done.append(done);
        self.tell(state);
    }
    // ANCHOR_END: push

    /// Puts in what `make` returns. It is called under the lock, and told whether anybody will look
    /// again. If it says so, nobody is woken: the reactor looks when something else makes it look.
    pub fn put(&self, make: impl FnOnce(bool) -> (T, Wakes)) {
        let mut state = self.lock();
        let (done, wakes) = make(!state.closed);
        state.done.push(done);
        if wakes == Wakes::Reactor || state.listening {
            self.tell(state);
        }
    }

    /// From now on even what is put in quietly wakes the reactor.
    pub fn listen(&self) {
        self.lock().listening = true;
    }

    /// Nobody will look any more, but for one last time after this.
    pub fn close(&self) {
        self.lock().closed = true;
    }

    /// Moves all there is into `into`, which must be empty.
    // ANCHOR: take
    pub fn take(&self, into: &mut Vec<T>) {
        let mut state = self.lock();
        // The reactor has looked: what comes from here on wakes it again.
        state.told = false;
        // Both vectors keep their memory, so that in the long run nothing is allocated.
        std::mem::swap(&mut state.done, into);
    }
    // ANCHOR_END: take

    // ANCHOR: tell
    fn tell(&self, mut state: MutexGuard<'_, State<T>>) {
        if !std::mem::replace(&mut state.told, true) {
            drop(state);
            (self.wake)();
        }
    }
    // ANCHOR_END: tell

    /// A panic under this lock comes from `make`, before anything was changed.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a completion wakes the reactor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wakes {
    /// It does.
    Reactor,
    /// It does not.
    Nobody,
}
