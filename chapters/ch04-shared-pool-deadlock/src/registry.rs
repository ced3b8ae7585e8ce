//! The registry: keeps the books under one lock, so that a look at them is one true moment.
//!
//! If each latch and each pool had its own lock, a look at one after the other could put together
//! a hang that never was: the wait of a moment ago, and the queue of now. Here whatever changes the
//! picture changes it under this one lock, and the verdict needs no luck.

use std::time::Instant;

use ch00_workbench::Journal;

use crate::books::{Books, JobEntry, JobId, PoolEntry, PoolId, Stage};
use crate::latch::{Bar, Opener};
use crate::sync::{Arc, Mutex, MutexGuard, PoisonError, thread};

/// What latches of a learner are made by (`--mine`).
pub type MakeBar = fn(usize) -> Box<dyn Bar>;

/// The registry that latches, jobs and pools of one program share. Clones are the same one.
#[derive(Clone)]
pub struct Registry {
    shared: Arc<Shared>,
}

struct Shared {
    books: Mutex<Books>,
    journal: Journal,
    make_bar: Option<MakeBar>,
}

impl Registry {
    /// Empty books; threads note in `journal` what they are at.
    pub fn new(journal: Journal) -> Registry {
        Registry::with_bars(journal, None)
    }

    /// The same, with latches whose waiting is done by a learner's answer.
    pub fn with_bars(journal: Journal, make_bar: Option<MakeBar>) -> Registry {
        let books = Mutex::default();
        Registry { shared: Arc::new(Shared { books, journal, make_bar }) }
    }

    /// A copy of the books: the whole program at one moment.
    pub fn look(&self) -> Books {
        self.lock().clone()
    }

    /// Enters a pool.
    pub fn pool(&self, name: &str, threads: usize) -> PoolId {
        let mut books = self.lock();
        let id = PoolId(books.next_number());
        books.pools.insert(id, PoolEntry { name: name.to_owned(), threads });
        id
    }

    /// Strikes a pool out.
    pub(crate) fn forget_pool(&self, pool: PoolId) {
        self.lock().pools.remove(&pool);
    }

    /// Enters a job as queued, which is the holder of `openers` from now on. To be called *before*
    /// the job is handed to its pool: a worker may begin it at once.
    pub fn queue(&self, pool: PoolId, name: &str, openers: Vec<Opener>) -> Ticket {
        let mut books = self.lock();
        let id = JobId(books.next_number());
        let (name, since) = (name.to_owned(), Instant::now());
        books.jobs.insert(id, JobEntry { name, pool, since, stage: Stage::Queued });
        for opener in &openers {
            opener.give_to(&mut books, id);
        }
        drop(books);
        Ticket { registry: self.clone(), id, openers, outer: None }
    }

    pub(crate) fn journal(&self) -> &Journal {
        &self.shared.journal
    }

    pub(crate) fn make_bar(&self) -> Option<MakeBar> {
        self.shared.make_bar
    }

    /// Nothing panics between two changes of the books: a poisoned lock still holds true ones.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Books> {
        self.shared.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job's line in the books. It goes where the job goes; dropping it ends the job in the books
/// and uses up the job's openers, whether the job ran to its end, panicked, or was never run.
pub struct Ticket {
    registry: Registry,
    id: JobId,
    openers: Vec<Opener>,
    /// Once it runs: what its thread is at when this job has ended.
    outer: Option<String>,
}

impl Ticket {
    /// The current thread begins with the job. If it runs another already, that is one which helps.
    pub fn begin(&mut self) {
        let thread = thread::current().name().unwrap_or("unnamed").to_owned();
        let mut books = self.registry.lock();
        let outer = books.running_on(&thread).map(|(_, job)| job.name.clone());
        let helped = outer.is_some();
        self.outer = Some(outer.unwrap_or_else(|| "free".to_owned()));
        books.steps += 1;
        let begun = books.steps;
        let job =
            books.jobs.get_mut(&self.id).expect("a job is in the books as long as its ticket");
        job.stage = Stage::Running { thread, begun, helped };
        job.since = Instant::now();
        // Under the lock, so that the journal has one order with the books.
        self.registry.journal().state(&job.name);
    }
}

impl Drop for Ticket {
    // ANCHOR: end
    fn drop(&mut self) {
        let mut books = self.registry.lock();
        books.steps += 1;
        books.jobs.remove(&self.id);
        if let Some(outer) = &self.outer {
            self.registry.journal().state(outer);
        }
        // In the same moment as the job's end: nobody sees the one without the other.
        for opener in &mut self.openers {
            opener.use_up(&mut books);
        }
    }
    // ANCHOR_END: end
}
