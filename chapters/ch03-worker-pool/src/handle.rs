//! A job's handle: it always resolves, whatever becomes of the job.
//!
//! Two ends share a slot. The job's end is a [`Promise`]; it goes where the job goes, so that the
//! slot is filled even if the job is lost: dropping the promise fills it with `Cancelled`.

use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Why a job has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// It panicked, with this message.
    Panicked(String),
    /// The pool was full, and its policy gave this job up.
    Discarded,
    /// It was taken back before it began, by its handle or with the pool's end.
    Cancelled,
}

/// The caller's end: waits for the job's result.
pub struct JobHandle<T> {
    slot: Arc<Slot<T>>,
}

/// The job's end. Dropped without a result, it cancels.
pub(crate) struct Promise<T> {
    slot: Arc<Slot<T>>,
}

struct Slot<T> {
    stage: Mutex<Stage<T>>,
    /// Signalled when the stage becomes `Ended`; one handle waits at most.
    ended: Condvar,
}

/// Goes from `Waiting` over `Running` to `Ended`, or to `Ended` at once.
enum Stage<T> {
    Waiting,
    Running,
    Ended(Result<T, Unfinished>),
    /// The handle has fetched the result.
    Fetched,
}

/// The two ends of a new slot.
pub(crate) fn promise<T>() -> (Promise<T>, JobHandle<T>) {
    let slot = Arc::new(Slot { stage: Mutex::new(Stage::Waiting), ended: Condvar::new() });
    (Promise { slot: Arc::clone(&slot) }, JobHandle { slot })
}

impl<T> JobHandle<T> {
    /// Waits for the job's end. A job that waits like this for one of its own pool may wait for
    /// ever: chapter 4 is about that.
    ///
    /// # Errors
    /// Why there is no result.
    // ANCHOR: wait
    pub fn wait(self) -> Result<T, Unfinished> {
        let mut stage = self.slot.lock();
        loop {
            match std::mem::replace(&mut *stage, Stage::Fetched) {
                Stage::Ended(outcome) => return outcome,
                not_yet => *stage = not_yet,
            }
            stage = self.slot.ended.wait(stage).unwrap_or_else(PoisonError::into_inner);
        }
    }
    // ANCHOR_END: wait

    /// Waits for the job's end, up to `limit`.
    ///
    /// # Errors
    /// The handle itself, if the job has not ended by then.
    pub fn wait_within(self, limit: Duration) -> Result<Result<T, Unfinished>, JobHandle<T>> {
        let deadline = Instant::now().checked_add(limit);
        let mut stage = self.slot.lock();
        while !matches!(*stage, Stage::Ended(_)) {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let left = left.unwrap_or(limit);
            if left.is_zero() {
                drop(stage);
                return Err(self);
            }
            let woken = self.slot.ended.wait_timeout(stage, left);
            stage = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(stage);
        Ok(self.wait())
    }

    /// Whether the job has ended, in whatever way.
    pub fn is_finished(&self) -> bool {
        matches!(*self.slot.lock(), Stage::Ended(_))
    }

    /// Takes the job back if it has not begun; returns whether that was so. The job's place in the
    /// queue stays taken until a worker comes to it.
    pub fn cancel(&self) -> bool {
        let mut stage = self.slot.lock();
        let waits = matches!(*stage, Stage::Waiting);
        if waits {
            *stage = Stage::Ended(Err(Unfinished::Cancelled));
        }
        waits
    }
}

impl<T> Promise<T> {
    /// Marks the job as begun; `false`: it was cancelled, and is not to run.
    pub fn begin(&self) -> bool {
        let mut stage = self.slot.lock();
        let waits = matches!(*stage, Stage::Waiting);
        if waits {
            *stage = Stage::Running;
        }
        waits
    }

    /// Fills the slot, if it is not filled, and wakes the handle.
    pub fn end(&self, outcome: Result<T, Unfinished>) {
        let mut stage = self.slot.lock();
        if matches!(*stage, Stage::Waiting | Stage::Running) {
            *stage = Stage::Ended(outcome);
        }
        drop(stage);
        self.slot.ended.notify_one();
    }
}

impl<T> Drop for Promise<T> {
    fn drop(&mut self) {
        self.end(Err(Unfinished::Cancelled));
    }
}

impl<T> Slot<T> {
    /// No code of the job's runs under this lock: a poisoned one still holds a true stage.
    fn lock(&self) -> MutexGuard<'_, Stage<T>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfinished::Panicked(message) => write!(f, "the job panicked: {message}"),
            Unfinished::Discarded => write!(f, "the pool was full and gave the job up"),
            Unfinished::Cancelled => write!(f, "the job was cancelled before it began"),
        }
    }
}

impl Error for Unfinished {}
