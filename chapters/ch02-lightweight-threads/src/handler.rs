//! What a task does with a request, and whether its thread can do anything else meanwhile.

use std::future;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::spawn::Job;
use smol::Timer;

use crate::Waiting;

/// Runs a blocking call somewhere else, and is ready when the call has ended, or with the error that
/// kept it from getting a thread.
pub type OffLoad = Arc<dyn Fn(Job) -> Waiting<'static, io::Result<()>> + Send + Sync>;

/// In what manner a task does its work.
#[derive(Clone, Default)]
pub enum Manner {
    /// Awaits what it waits for: its thread runs other tasks meanwhile.
    #[default]
    Awaits,
    /// Calls what blocks, right on the executor's thread: the mistake that this chapter shows.
    Blocks,
    /// Has what blocks called on a thread that is kept for it, and awaits the end of the call.
    OffLoads(OffLoad),
}

impl Manner {
    /// Off-loads to the threads of the `blocking` crate, which smol brings along.
    pub fn off_loads() -> Manner {
        Manner::OffLoads(Arc::new(|call| {
            Box::pin(async {
                smol::unblock(call).await;
                Ok(())
            })
        }))
    }
}

/// Deals with each request before it is echoed.
///
/// A trait, where chapter 1 takes a closure: a task moves between threads, so this future must be
/// `Send`, and for an `AsyncFn` that cannot be asked yet.
pub trait Handle: Sync {
    /// Deals with one request; it is answered when the future is ready.
    fn handle(&self, request: &[u8]) -> impl Future<Output = ()> + Send;
}

/// What one connection's task does with each request.
pub struct Handler {
    pub(crate) journal: Journal,
    pub(crate) work: Work,
    pub(crate) manner: Manner,
    /// Why a request cannot be dealt with: then its `handle` is never ready, and the connection ends.
    pub(crate) failure: Failure,
}

/// Where a handler leaves what went wrong, for the connection that looks there after each poll.
#[derive(Default)]
pub(crate) struct Failure(Mutex<Option<io::Error>>);

impl Failure {
    /// Leaves `error`, and is never ready: nothing is to be answered any more.
    async fn set<T>(&self, error: io::Error) -> T {
        *self.lock() = Some(error);
        future::pending().await
    }

    /// Is ready with the error, once there is one; to be polled by the handler's own task, after it.
    pub(crate) async fn taken(&self) -> io::Error {
        future::poll_fn(|_| self.lock().take().map_or(Poll::Pending, Poll::Ready)).await
    }

    /// Nothing panics under this lock.
    fn lock(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// ANCHOR: handle
impl Handle for Handler {
    async fn handle(&self, request: &[u8]) {
        self.journal.state("working");
        match &self.manner {
            Manner::Awaits => work_as_a_task(&self.work, request).await,
            Manner::Blocks => self.work.run(request),
            Manner::OffLoads(off_load) => {
                let (work, request) = (self.work.clone(), request.to_vec());
                if let Err(error) = off_load(Box::new(move || work.run(&request))).await {
                    self.failure.set(error).await
                }
            }
        }
    }
}
// ANCHOR_END: handle

/// The work, done as a task does it: whatever waits is awaited.
// ANCHOR: work
async fn work_as_a_task(work: &Work, request: &[u8]) {
    match work {
        Work::Sleep(time) => {
            Timer::after(*time).await;
        }
        Work::Rare(rare) => {
            if let Some(time) = rare.next_sleep() {
                Timer::after(time).await;
            }
        }
        Work::Held(prefix, gate) if request.starts_with(prefix.as_bytes()) => gate.opened().await,
        // Nothing to wait for. Whoever computes has the thread, and keeps it to the end.
        Work::None | Work::Spin(_) | Work::Held(..) => work.run(request),
    }
}
// ANCHOR_END: work
