//! What the crew's lock guards.

use crate::metrics::{Sums, Tally};
use crate::queue::Inlet;
use crate::sync::Arc;

/// What the lock guards.
///
/// Invariants: jobs in the queue have a worker: if `live` is 0, the queue is empty. `live` +
/// `starting` is at most `max`, but for a while after `max` was lowered.
pub(crate) struct State<J> {
    /// `None` when the pool is closed: no job comes any more.
    pub inlet: Option<Arc<dyn Inlet<J>>>,
    pub core: usize,
    pub max: usize,
    /// Workers whose thread was asked for and has not begun.
    pub starting: usize,
    /// Workers whose thread runs.
    pub live: usize,
    pub largest: usize,
    /// Callers that wait for room, outside the lock. The last worker does not leave them.
    pub waiting_for_room: usize,
    /// Workers there have been: the next one's number is one more.
    pub started: usize,
    /// Of workers that left, and of callers.
    pub sums: Sums,
    /// Of workers that are there.
    pub tallies: Vec<Arc<Tally>>,
}

impl<J> State<J> {
    pub fn new(core: usize, max: usize, inlet: Arc<dyn Inlet<J>>) -> State<J> {
        State {
            inlet: Some(inlet),
            core,
            max,
            starting: 0,
            live: 0,
            largest: 0,
            waiting_for_room: 0,
            started: 0,
            sums: Sums::default(),
            tallies: Vec::new(),
        }
    }

    pub fn workers(&self) -> usize {
        self.live + self.starting
    }

    pub fn is_closed(&self) -> bool {
        self.inlet.is_none()
    }

    /// Whether a worker is to be started, whatever the queue is like. A pool that has none wants
    /// one even if its core is 0.
    pub fn wants_a_worker(&self) -> bool {
        self.workers() < self.core.max(1)
    }

    pub fn try_push(&self, job: J) -> Result<(), J> {
        match &self.inlet {
            Some(inlet) => inlet.try_push(job),
            None => Err(job),
        }
    }
}
