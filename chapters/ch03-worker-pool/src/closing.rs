//! How a crew comes to its end.
//!
//! Closing and queueing happen under one lock. So a job that was accepted is in the queue or has
//! its worker *before* the end, and one that comes after is refused: there is nothing in between.

use std::iter;
use std::time::{Duration, Instant};

use crate::crew::Crew;
use crate::sync::PoisonError;

/// Callers that wait for room may also give up, and they tell nobody: so it is looked for.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(10);

impl<J> Crew<J> {
    /// No more jobs: workers do what is queued, and leave. Closing again changes nothing.
    pub fn close(&self) {
        let inlet = self.lock().inlet.take();
        // Outside the lock: the workers that this wakes want it.
        drop(inlet);
        self.settle();
    }

    /// Closes, and empties the queue.
    // ANCHOR: take_back
    pub fn take_back(&self) -> Vec<J> {
        self.close();
        let mut jobs = Vec::new();
        loop {
            let mut state = self.lock();
            jobs.extend(iter::from_fn(|| self.outlet.try_pop()));
            // Nobody queues a job any more but a caller who was waiting for room already. Until
            // the last of them is through, the queue is not empty for good.
            if state.waiting_for_room == 0 {
                state.sums.returned += jobs.len() as u64;
                return jobs;
            }
            drop(state);
            jobs.extend(self.outlet.pop_within(LOOK_AGAIN_AFTER).ok());
        }
    }
    // ANCHOR_END: take_back

    /// Waits until there is nobody left, and nobody will come.
    pub fn wait_until_left(&self, limit: Duration) -> bool {
        let deadline = Instant::now().checked_add(limit);
        let mut state = self.lock();
        while !state.is_closed() || state.workers() > 0 {
            let left = deadline.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            let woken = self.settled.wait_timeout(state, left);
            let (woken, wait) = woken.unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if wait.timed_out() {
                return state.is_closed() && state.workers() == 0;
            }
        }
        true
    }
}
