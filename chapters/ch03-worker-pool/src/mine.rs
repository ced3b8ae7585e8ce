//! `--mine`: the learner's answers, where they are parts of the pool.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use ch00_workbench::cli::terminal::line;
use ch03_worker_pool::Builder;
use ch03_worker_pool::exercises::bounded_queue::BoundedQueue;
use ch03_worker_pool::queue::{Ends, Inlet, NoJob, Outlet};

/// Says whose queue is used.
///
/// # Errors
/// If the learner has none yet.
pub fn announce() -> anyhow::Result<()> {
    if cfg!(waiting = "bounded_queue") {
        bail!(
            "--mine: your answer to 3.1 can be used, and waits for you; `cargo learn hint 3.1` helps"
        );
    }
    line("yours: the bounded queue (3.1)");
    Ok(())
}

/// Puts the learner's queue in.
pub fn put_in(pool: Builder) -> Builder {
    pool.queue_made_by(|capacity| {
        let queue = Arc::new(BoundedQueue::new(capacity));
        let ends: Ends<_> = (Box::new(Callers(Arc::clone(&queue))), Box::new(Workers(queue)));
        ends
    })
}

struct Callers<J>(Arc<BoundedQueue<J>>);
struct Workers<J>(Arc<BoundedQueue<J>>);

impl<J: Send> Inlet<J> for Callers<J> {
    fn try_push(&self, job: J) -> Result<(), J> {
        self.0.try_push(job)
    }

    /// The server's acceptor never asks to wait.
    fn push_within(&self, job: J, _: Duration) -> Result<(), J> {
        self.0.try_push(job)
    }
}

impl<J> Drop for Callers<J> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<J: Send> Outlet<J> for Workers<J> {
    fn try_pop(&self) -> Option<J> {
        self.0.try_pop()
    }

    fn pop_within(&self, limit: Duration) -> Result<J, NoJob> {
        self.0.pop_within(limit)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}
