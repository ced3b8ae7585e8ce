//! A worker's seat in the crew: taken before its thread is asked for, given back by being dropped.

use crate::crew::Crew;
use crate::metrics::{Ended, Tally};
use crate::queue::NoJob;
use crate::state::State;
use crate::sync::{Arc, MutexGuard, Ordering};

/// A worker's seat. It goes with the thread's closure, so it is given back whatever happens: the
/// thread could not be started, never ran, ended, or panicked.
pub(crate) struct Seat<J> {
    crew: Arc<Crew<J>>,
    /// The worker's number, from 1.
    pub number: usize,
    stage: Stage,
    tally: Arc<Tally>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Starting,
    Live,
    Left,
}

impl<J> Seat<J> {
    pub fn new(crew: Arc<Crew<J>>, number: usize) -> Seat<J> {
        Seat { crew, number, stage: Stage::Starting, tally: Arc::default() }
    }

    /// The worker's thread runs.
    pub fn begin(&mut self) {
        let mut state = self.crew.lock();
        state.starting -= 1;
        state.live += 1;
        state.largest = state.largest.max(state.live);
        state.tallies.push(Arc::clone(&self.tally));
        self.stage = Stage::Live;
        drop(state);
        self.crew.settle();
    }

    /// Counts a job that this worker has done.
    pub fn count(&self, ended: Ended) {
        self.tally.count(ended);
    }

    /// The next job; waits for one as long as the worker is needed. `None`: the worker has left.
    // ANCHOR: take
    pub fn take(&mut self) -> Option<J> {
        loop {
            if self.crew.too_many.load(Ordering::Relaxed)
                && self.leave_if(|state| state.live > state.max)
            {
                return None;
            }
            if let Some(job) = self.crew.outlet.try_pop() {
                return Some(job);
            }
            self.crew.idle.fetch_add(1, Ordering::Relaxed);
            let popped = self.crew.outlet.pop_within(self.crew.keep_alive);
            self.crew.idle.fetch_sub(1, Ordering::Relaxed);
            let left = match popped {
                Ok(job) => return Some(job),
                Err(NoJob::Closed) => self.leave_if(|_| true),
                Err(NoJob::TimedOut) => self.retire(),
            };
            if left {
                return None;
            }
        }
    }
    // ANCHOR_END: take

    /// Leaves, if the crew has more workers than its core and there is nothing to do.
    // ANCHOR: retire
    fn retire(&mut self) -> bool {
        let crew = Arc::clone(&self.crew);
        self.leave_if(|state| {
            let last = state.live == 1;
            // Jobs are queued under the lock that is held here. So one that came after the wait had
            // timed out is seen now, and one that comes later finds this worker gone.
            let nothing_to_do = crew.outlet.is_empty() && !(last && state.waiting_for_room > 0);
            state.live > state.core && nothing_to_do
        })
    }
    // ANCHOR_END: retire

    /// Asks and leaves under one lock: of two workers that ask, the second sees the first one gone.
    fn leave_if(&mut self, may: impl FnOnce(&State<J>) -> bool) -> bool {
        let crew = Arc::clone(&self.crew);
        let state = crew.lock();
        let leaves = may(&state);
        if leaves {
            self.leave(state);
        }
        leaves
    }

    fn leave(&mut self, mut state: MutexGuard<'_, State<J>>) {
        state.live -= 1;
        self.crew.too_many.store(state.live > state.max, Ordering::Relaxed);
        state.tallies.retain(|tally| !Arc::ptr_eq(tally, &self.tally));
        state.sums += &*self.tally;
        self.stage = Stage::Left;
        let last = state.workers() == 0;
        drop(state);
        if last {
            self.crew.settle();
        }
    }
}

impl<J> Drop for Seat<J> {
    fn drop(&mut self) {
        let crew = Arc::clone(&self.crew);
        let mut state = crew.lock();
        match self.stage {
            // There was no thread for it: the next offer may try again.
            Stage::Starting => {
                state.starting -= 1;
                drop(state);
                crew.settle();
            }
            Stage::Live => self.leave(state),
            Stage::Left => {}
        }
    }
}
