//! What a pool is made of.

use std::io;
use std::time::Duration;

use ch00_workbench::Journal;
use ch01_thread_per_connection::spawn::{OsThreads, Spawn};

use crate::crew::Crew;
use crate::job::Job;
use crate::policy::Policy;
use crate::pool::WorkerPool;
use crate::queue::{Ends, channel};
use crate::worker::Workers;

/// How long a worker beyond the core stays without a job, unless told otherwise.
const KEEP_ALIVE: Duration = Duration::from_secs(60);

/// Jobs that may wait, unless told otherwise.
const QUEUE: usize = 1024;

/// Builds a [`WorkerPool`]: each method sets one thing, `build` checks and makes the pool.
pub struct Builder {
    core: usize,
    max: Option<usize>,
    keep_alive: Duration,
    queue: usize,
    policy: Policy,
    prefix: String,
    stack_bytes: Option<usize>,
    prestart: bool,
    journal: Journal,
    spawn: Option<Box<dyn Spawn>>,
    make_queue: MakeQueue,
}

/// Makes a queue for as many jobs as it is told.
pub type MakeQueue = fn(usize) -> Ends<Job>;

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            core: 1,
            max: None,
            keep_alive: KEEP_ALIVE,
            queue: QUEUE,
            policy: Policy::default(),
            prefix: "worker".to_owned(),
            stack_bytes: None,
            prestart: false,
            journal: Journal::off(),
            spawn: None,
            make_queue: channel,
        }
    }
}

impl Builder {
    /// Workers that are started without a look at the queue, and kept when idle: 1. With 0 the
    /// last worker leaves as well, and the next job starts one.
    pub fn core(self, core: usize) -> Builder {
        Builder { core, ..self }
    }

    /// Workers at most: as many as `core`. Those beyond it are started when the queue is full.
    pub fn max(self, max: usize) -> Builder {
        Builder { max: Some(max), ..self }
    }

    /// How long a worker beyond the core stays without a job: 60 s.
    pub fn keep_alive(self, keep_alive: Duration) -> Builder {
        Builder { keep_alive, ..self }
    }

    /// Jobs that may wait: 1024. With 0 a job is handed to an idle worker, or starts one.
    pub fn queue(self, queue: usize) -> Builder {
        Builder { queue, ..self }
    }

    /// What becomes of a job when the pool is full: [`Policy::Abort`].
    pub fn policy(self, policy: Policy) -> Builder {
        Builder { policy, ..self }
    }

    /// Workers are called `PREFIX-1`, `PREFIX-2` and so on: `worker`.
    pub fn name(self, prefix: &str) -> Builder {
        Builder { prefix: prefix.to_owned(), ..self }
    }

    /// Bytes of address space for each worker's stack: the standard library's 2 MiB.
    pub fn stack_bytes(self, bytes: usize) -> Builder {
        Builder { stack_bytes: Some(bytes), ..self }
    }

    /// Start the core workers with the pool, not with its first jobs.
    pub fn prestart(self) -> Builder {
        Builder { prestart: true, ..self }
    }

    /// Where the workers note their states.
    pub fn journal(self, journal: Journal) -> Builder {
        Builder { journal, ..self }
    }

    /// Where the workers' threads come from, in place of the operating system. It decides on the
    /// stack too.
    pub fn spawn(self, spawn: impl Spawn + 'static) -> Builder {
        Builder { spawn: Some(Box::new(spawn)), ..self }
    }

    /// The queue between callers and workers, in place of the channel.
    pub fn queue_made_by(self, make_queue: MakeQueue) -> Builder {
        Builder { make_queue, ..self }
    }

    /// Makes the pool.
    ///
    /// # Errors
    /// `InvalidInput` if `max` is 0 or less than `core`; with `prestart`, what the system says if
    /// there is no thread to be had. Workers already started leave again then.
    pub fn build(self) -> io::Result<WorkerPool> {
        let max = self.max.unwrap_or(self.core.max(1));
        check(self.core, max)?;
        let os_threads = || OsThreads { stack_bytes: self.stack_bytes, ..OsThreads::default() };
        let workers = Workers {
            crew: Crew::new(self.core, max, self.keep_alive, (self.make_queue)(self.queue)),
            spawn: self.spawn.unwrap_or_else(|| Box::new(os_threads())),
            prefix: self.prefix,
            journal: self.journal,
        };
        // From here on the workers leave if the pool is dropped.
        let pool = WorkerPool::of(workers, self.policy);
        if self.prestart {
            pool.workers().prestart(self.core)?;
        }
        Ok(pool)
    }
}

/// Checks a pool's sizes.
pub(crate) fn check(core: usize, max: usize) -> io::Result<()> {
    let complaint = match max {
        0 => "a pool of at most 0 workers does nothing".to_owned(),
        _ if max < core => format!("max ({max}) is less than core ({core})"),
        _ => return Ok(()),
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, complaint))
}
