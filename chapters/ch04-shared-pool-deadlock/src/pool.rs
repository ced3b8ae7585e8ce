//! Chapter 3's pool, with a name for each job: what is queued and who runs what is in the books.

use std::io;

use ch03_worker_pool::{JobHandle, Metrics, Refused, WorkerPool};

use crate::books::PoolId;
use crate::latch::Opener;
use crate::registry::Registry;
use crate::sync::Arc;

/// Jobs that may wait: more than a demo or a small server ever has, and yet a bound.
const QUEUE: usize = 1024;

/// A pool whose jobs have names. Clones are the same pool.
#[derive(Clone)]
pub struct Pool {
    workers: WorkerPool,
    entry: Arc<Entry>,
}

/// The pool's line in the books; struck out with the last clone.
struct Entry {
    id: PoolId,
    registry: Registry,
}

impl Pool {
    /// A pool of `threads` workers called `NAME-1`, `NAME-2` and so on. The books tell threads apart
    /// by their names, so no two pools in them have the same.
    ///
    /// # Errors
    /// `InvalidInput` if `threads` is 0, or the registry has a pool of this name.
    pub fn new(registry: &Registry, name: &str, threads: usize) -> io::Result<Pool> {
        if registry.look().pools.values().any(|pool| pool.name == name) {
            let complaint = format!("there is a pool called {name} already");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, complaint));
        }
        let workers = WorkerPool::builder().core(threads).queue(QUEUE).name(name).build()?;
        let entry = Entry { id: registry.pool(name, threads), registry: registry.clone() };
        Ok(Pool { workers, entry: Arc::new(entry) })
    }

    /// Runs `body` on some worker, as the job `name`. When it ends, in whatever way, `opens` are
    /// used up.
    ///
    /// # Errors
    /// As [`WorkerPool::submit`]; `opens` are used up then, too.
    // ANCHOR: submit
    pub fn submit<T, F>(
        &self,
        name: &str,
        opens: Vec<Opener>,
        body: F,
    ) -> Result<JobHandle<T>, Refused>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let mut ticket = self.entry.registry.queue(self.entry.id, name, opens);
        self.workers.submit(move || {
            ticket.begin();
            let result = body();
            drop(ticket); // a panic drops it as well
            result
        })
    }
    // ANCHOR_END: submit

    /// Runs `body` on some worker, and leaves it to `body` to keep the books.
    ///
    /// # Errors
    /// As [`WorkerPool::execute`].
    pub fn offer(&self, body: impl FnOnce() + Send + 'static) -> Result<(), Refused> {
        self.workers.execute(body)
    }

    /// Its number in the books.
    pub fn id(&self) -> PoolId {
        self.entry.id
    }

    /// The books it is entered in.
    pub fn registry(&self) -> &Registry {
        &self.entry.registry
    }

    /// What chapter 3's pool says of itself: all that a dashboard would show.
    pub fn metrics(&self) -> Metrics {
        self.workers.metrics()
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.registry.forget_pool(self.id);
    }
}
