//! Wrong answer to exercise 4.4: a thread that waits may as well do whatever there is; but that may want what this thread holds.
//!
//! looked right: No thread is idle and all jobs get done, as long as nobody waits with a lock in his hands.
//! caught by: helping_wait_model::a_lock_held_while_helping_is_no_trap
//! diagnosis: ran into the lock that its helper holds

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A job.
pub type Job = Box<dyn FnOnce() + Send>;

/// Jobs that nobody has begun, of all families. Clones are the same board.
#[derive(Clone, Default)]
pub struct Board {
    shared: Arc<Shared>,
}

/// The children of one job, as a part of a board.
pub struct Family {
    shared: Arc<Shared>,
    number: u64,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Signalled when a family has no unfinished child any more. Families share it.
    finished: Condvar,
}

#[derive(Default)]
struct State {
    /// Families there have been.
    families: u64,
    /// Jobs that nobody has begun, oldest first, each with its family's number.
    waiting: VecDeque<(u64, Job)>,
    /// Children that have not ended, on the board or running, by family. None: no entry.
    unfinished: HashMap<u64, usize>,
}

impl Board {
    /// An empty board.
    pub fn new() -> Board {
        Board::default()
    }

    /// A new family, without children.
    pub fn family(&self) -> Family {
        let mut state = self.shared.lock();
        state.families += 1;
        Family { shared: Arc::clone(&self.shared), number: state.families }
    }

    /// What a worker does: takes the oldest job, of whatever family, and runs it. Returns whether
    /// there was one.
    pub fn run_one(&self) -> bool {
        let taken = self.shared.lock().waiting.pop_front();
        taken.map(|(family, job)| self.shared.run(family, job)).is_some()
    }
}

impl Family {
    /// Puts a child on the board.
    pub fn add(&self, job: impl FnOnce() + Send + 'static) {
        let mut state = self.shared.lock();
        *state.unfinished.entry(self.number).or_default() += 1;
        state.waiting.push_back((self.number, Box::new(job)));
    }

    /// Runs children of this family that nobody has begun, and waits for those that somebody runs.
    pub fn wait(&self) {
        let mut state = self.shared.lock();
        while state.unfinished.contains_key(&self.number) {
            if let Some((family, job)) = state.waiting.pop_front() {
                drop(state);
                self.shared.run(family, job);
                state = self.shared.lock();
            } else {
                // All that is left of the family runs on other threads. The last to end signals, and
                // does so under the lock that is held here until this thread sleeps.
                state = self.shared.finished.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl Shared {
    /// Runs a job that was taken off the board, and notes its end, whatever that is.
    fn run(&self, family: u64, job: Job) {
        // AssertUnwindSafe: what the job was in the middle of goes down with it.
        let _ = catch_unwind(AssertUnwindSafe(job));
        let mut state = self.lock();
        let unfinished = state.unfinished.get_mut(&family).expect("this one has not ended");
        *unfinished -= 1;
        if *unfinished == 0 {
            state.unfinished.remove(&family);
            // All: families share the signal, and it must reach the one that it is for.
            self.finished.notify_all();
        }
    }

    /// No job runs under this lock: a poisoned one still holds a true state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
