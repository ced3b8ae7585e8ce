//! Where threads come from, and what keeps them from coming.

use std::io;
use std::thread;

use crate::running::Running;

/// What a new thread is to run.
pub type Job = Box<dyn FnOnce() + Send>;

/// A source of threads: the operating system, or in tests something that fails when told to.
pub trait Spawn: Send + Sync {
    /// Runs `job` on a new thread called `name`.
    ///
    /// # Errors
    /// If there is no thread to be had. The job is dropped then, with all it owns.
    fn spawn(&self, name: String, job: Job) -> io::Result<()>;
}

/// Threads from the operating system, with a stack size and a cap.
#[derive(Debug, Default)]
pub struct OsThreads {
    /// Bytes of address space for each stack; `None`: the standard library's 2 MiB. The system
    /// rounds up to its own least size and to whole pages.
    pub stack_bytes: Option<usize>,
    /// Refuse to run more threads than this at once; `None`: only the system's own limit.
    pub most: Option<usize>,
    /// Threads now running, also counted down by a thread that panics.
    pub running: Running,
}

impl Spawn for OsThreads {
    // ANCHOR: spawn
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        let place = self.running.enter(self.most)?;
        let mut builder = thread::Builder::new().name(name);
        if let Some(bytes) = self.stack_bytes {
            builder = builder.stack_size(bytes);
        }
        // The handle is dropped: nobody joins the thread, and the system frees it when it ends.
        builder.spawn(move || {
            let _place = place;
            job();
        })?;
        Ok(())
    }
    // ANCHOR_END: spawn
}
