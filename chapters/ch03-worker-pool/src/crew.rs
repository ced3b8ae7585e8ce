//! The crew: who works, how many may, and where a job goes. A Monitor Object.
//!
//! A job is queued, a worker is added and a worker leaves under one and the same lock, so each of
//! these decisions is taken on numbers that cannot change meanwhile: a job is never queued behind
//! the back of the last worker that leaves. Workers *take* jobs without this lock.
//!
//! No job is run or dropped, and no thread is started, while the lock is held: all of that may
//! take any time, panic, or call the pool again.

use std::time::Duration;

use crate::metrics::Metrics;
use crate::queue::{Ends, Outlet};
use crate::seat::Seat;
use crate::state::State;
use crate::sync::{
    Arc, AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError,
};

/// Workers and queue of a pool. `J` is a job; the models use a number for it.
pub(crate) struct Crew<J> {
    state: Mutex<State<J>>,
    /// Signalled when a worker has begun or has failed to, when the last one has left, and when the
    /// pool is closed.
    pub(crate) settled: Condvar,
    pub(crate) outlet: Box<dyn Outlet<J>>,
    /// How long a worker waits for a job before it asks whether it is still needed.
    pub(crate) keep_alive: Duration,
    /// Workers that wait for a job: for the metrics alone, nothing is decided on it.
    pub(crate) idle: AtomicUsize,
    /// Whether there may be more than `max`, after a resize: workers look before they take a job.
    pub(crate) too_many: AtomicBool,
}

/// What an offer has led to.
pub(crate) enum Offer<J> {
    /// The job is in the queue.
    Queued,
    /// A worker is to be started, and to begin with this job.
    Start(Seat<J>, J),
    /// All workers are there, and the queue is full.
    Full(J),
    /// The pool takes no more jobs.
    Closed(J),
}

impl<J> Crew<J> {
    pub fn new(
        core: usize,
        max: usize,
        keep_alive: Duration,
        (inlet, outlet): Ends<J>,
    ) -> Arc<Self> {
        Arc::new(Crew {
            state: Mutex::new(State::new(core, max, Arc::from(inlet))),
            settled: Condvar::new(),
            outlet,
            keep_alive,
            idle: AtomicUsize::new(0),
            too_many: AtomicBool::new(false),
        })
    }

    /// Finds a place for a job: core, queue, max, in this order. If all is full, waits for room as
    /// long as `patience` says.
    // ANCHOR: offer
    pub fn offer(self: &Arc<Self>, job: J, patience: Option<Duration>) -> Offer<J> {
        let mut state = self.lock();
        // All workers there are may still be starting. Should that fail, nobody would take a job
        // from the queue: so wait until one has begun, or none will.
        while state.live == 0 && !state.wants_a_worker() && !state.is_closed() {
            state = self.settled.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        // Looked at under the lock that `close` takes: what is accepted below comes before the end.
        if state.is_closed() {
            return Offer::Closed(job);
        }
        if state.wants_a_worker() {
            return Offer::Start(self.seat(&mut state), job);
        }
        let job = match state.try_push(job) {
            Ok(()) => return Offer::Queued,
            Err(job) => job,
        };
        if state.workers() < state.max {
            return Offer::Start(self.seat(&mut state), job);
        }
        self.wait_for_room(state, job, patience)
    }
    // ANCHOR_END: offer

    /// Offers a job to the workers that run, after one more could not be started.
    ///
    /// # Errors
    /// The job, if no worker runs.
    pub fn offer_to_the_others(&self, job: J, patience: Option<Duration>) -> Result<Offer<J>, J> {
        let state = self.lock();
        if state.is_closed() {
            return Ok(Offer::Closed(job));
        }
        if state.live == 0 {
            return Err(job);
        }
        Ok(match state.try_push(job) {
            Ok(()) => Offer::Queued,
            Err(job) => self.wait_for_room(state, job, patience),
        })
    }

    /// Waits outside the lock, and is counted from the same look at the state that found no room:
    /// a worker that would be the last to leave sees that somebody relies on it.
    fn wait_for_room(
        &self,
        mut state: MutexGuard<'_, State<J>>,
        job: J,
        patience: Option<Duration>,
    ) -> Offer<J> {
        let (Some(limit), Some(inlet)) = (patience, state.inlet.clone()) else {
            return Offer::Full(job);
        };
        state.waiting_for_room += 1;
        drop(state);
        let pushed = inlet.push_within(job, limit);
        self.lock().waiting_for_room -= 1;
        match pushed {
            Ok(()) => Offer::Queued,
            Err(job) => Offer::Full(job),
        }
    }

    /// Queues a job, at the cost of the oldest one if there is no room. Returns the oldest one if
    /// it was given up, and the job if there is no room nevertheless.
    // ANCHOR: oldest
    pub fn replace_oldest(&self, job: J) -> (Option<J>, Result<(), J>) {
        let state = self.lock();
        if state.is_closed() {
            return (None, Err(job));
        }
        let job = match state.try_push(job) {
            Ok(()) => return (None, Ok(())),
            Err(job) => job,
        };
        // Whoever queues a job holds this lock, so the room that is made here is ours; but for a
        // caller that waits for room, outside the lock, and may be quicker.
        let oldest = self.outlet.try_pop();
        (oldest, state.try_push(job))
    }
    // ANCHOR_END: oldest

    /// Changes the sizes, and returns seats for workers that the queue's jobs now call for.
    pub fn resize(self: &Arc<Self>, core: usize, max: usize) -> Vec<Seat<J>> {
        let mut state = self.lock();
        state.core = core;
        state.max = max;
        self.too_many.store(state.live > max, Ordering::Relaxed);
        let missing = core.saturating_sub(state.workers()).min(self.outlet.len());
        (0..missing).map(|_| self.seat(&mut state)).collect()
    }

    /// A look at the numbers.
    pub fn metrics(&self) -> Metrics {
        let state = self.lock();
        let mut sums = state.sums;
        state.tallies.iter().for_each(|tally| sums += &**tally);
        Metrics {
            live: state.live,
            idle: self.idle.load(Ordering::Relaxed),
            queued: self.outlet.len(),
            largest: state.largest,
            completed: sums.completed,
            panicked: sums.panicked,
            cancelled: sums.cancelled,
            discarded: sums.discarded,
            rejected: sums.rejected,
            returned: sums.returned,
        }
    }

    /// A seat for one more worker, taken before its thread is asked for.
    pub(crate) fn seat(self: &Arc<Self>, state: &mut State<J>) -> Seat<J> {
        state.starting += 1;
        state.started += 1;
        Seat::new(Arc::clone(self), state.started)
    }

    /// Wakes the callers that wait for the pool's first worker, or for the end of its last.
    pub(crate) fn settle(&self) {
        self.settled.notify_all();
    }

    /// Nothing panics under this lock: a poisoned one still holds true numbers.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
