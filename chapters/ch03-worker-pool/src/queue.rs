//! The queue between callers and workers: a bounded channel, behind two small traits.
//!
//! The pool asks for little, so that another queue can stand in for the channel: the learner's own
//! ([`crate::exercises::bounded_queue`]), and in the models one made of shuttle's locks, since a
//! channel of another crate does not run there.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

/// The callers' end of a queue. Dropping it closes the queue.
pub trait Inlet<J>: Send + Sync {
    /// Queues a job if there is room; never waits, since it is called under the pool's lock.
    ///
    /// # Errors
    /// The job, if the queue is full.
    fn try_push(&self, job: J) -> Result<(), J>;

    /// Queues a job, and waits up to `limit` for room.
    ///
    /// # Errors
    /// The job, if there was no room in all that time.
    fn push_within(&self, job: J, limit: Duration) -> Result<(), J>;
}

/// The workers' end of a queue.
pub trait Outlet<J>: Send + Sync {
    /// Takes the oldest job, if there is any.
    fn try_pop(&self) -> Option<J>;

    /// Takes the oldest job; waits up to `limit` for one.
    ///
    /// # Errors
    /// Why there was none.
    fn pop_within(&self, limit: Duration) -> Result<J, NoJob>;

    /// Jobs in the queue.
    fn len(&self) -> usize;

    /// Whether there is no job in the queue.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Why a worker got no job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoJob {
    /// None came in time.
    TimedOut,
    /// The queue is empty and closed: none will ever come.
    Closed,
}

/// The two ends of a queue.
pub type Ends<J> = (Box<dyn Inlet<J>>, Box<dyn Outlet<J>>);

/// The queue of this chapter: crossbeam's bounded channel. With a capacity of 0 a job is only ever
/// handed over, to a worker that waits for it.
pub fn channel<J: Send + 'static>(capacity: usize) -> Ends<J> {
    let (sender, receiver) = bounded(capacity);
    (Box::new(sender), Box::new(receiver))
}

// ANCHOR: channel
impl<J: Send> Inlet<J> for Sender<J> {
    fn try_push(&self, job: J) -> Result<(), J> {
        self.try_send(job).map_err(|refused| refused.into_inner())
    }

    fn push_within(&self, job: J, limit: Duration) -> Result<(), J> {
        self.send_timeout(job, limit).map_err(|refused| refused.into_inner())
    }
}

impl<J: Send> Outlet<J> for Receiver<J> {
    fn try_pop(&self) -> Option<J> {
        // Empty or closed: either way there is none.
        self.try_recv().ok()
    }

    fn pop_within(&self, limit: Duration) -> Result<J, NoJob> {
        self.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoJob::TimedOut,
            RecvTimeoutError::Disconnected => NoJob::Closed,
        })
    }

    fn len(&self) -> usize {
        Receiver::len(self)
    }
}
// ANCHOR_END: channel
