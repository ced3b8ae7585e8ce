//! A latch that tells on its waiters: it has a name and a birthplace, it is entered in the books,
//! and it is counted down by [`Opener`]s, each of which somebody holds.
//!
//! An ordinary latch has a `count_down` for everybody. Here the right to count down is a thing that
//! is handed to a job, and so the question "who could open this?" has an answer.

use std::error::Error;
use std::fmt;
use std::panic::Location;
use std::time::Instant;

use crate::books::{Books, JobId, LatchEntry, LatchId, OpenerEntry, OpenerId, WaitEntry};
use crate::registry::Registry;
use crate::sync::{Arc, Condvar, PoisonError, Weak, thread};

/// A latch: closed until all its openers are used up, then open for good. Clones are the same one.
#[derive(Clone)]
pub struct Latch {
    inner: Arc<Inner>,
}

struct Inner {
    id: LatchId,
    registry: Registry,
    /// Signalled when the latch opens. Waiters hold the registry's lock when they look, and the
    /// last opener holds it when it is used up: no signal is lost in between.
    opened: Condvar,
    /// A learner's latch that does the waiting in place of `opened`.
    bar: Option<Box<dyn Bar>>,
}

/// A latch that this does not keep alive.
#[derive(Clone, Debug)]
pub(crate) struct WeakLatch(Weak<Inner>);

impl WeakLatch {
    pub fn upgrade(&self) -> Option<Latch> {
        self.0.upgrade().map(|inner| Latch { inner })
    }
}

/// What blocks the threads in front of a latch: the chapter's condition variable, or the learner's
/// answer to exercise 4.1.
pub trait Bar: Send + Sync {
    /// Counts one down.
    fn count_down(&self);
    /// Waits for zero.
    fn wait(&self);
}

/// The right and duty to count a latch down once: used up with the job it was given to.
pub struct Opener {
    id: OpenerId,
    latch: Arc<Inner>,
    used: bool,
}

/// The latch was opened by hand: what its openers stood for has not been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenedByHand;

impl Latch {
    /// A latch called `name` and its `count` openers. The caller's line is its birthplace.
    #[track_caller]
    pub fn new(registry: &Registry, name: &str, count: usize) -> (Latch, Vec<Opener>) {
        let site = Location::caller();
        let mut books = registry.lock();
        let id = LatchId(books.next_number());
        let bar = registry.make_bar().map(|make| make(count));
        let inner = Arc::new(Inner { id, registry: registry.clone(), opened: Condvar::new(), bar });
        let (name, latch) = (name.to_owned(), WeakLatch(Arc::downgrade(&inner)));
        books.latches.insert(id, LatchEntry { name, site, by_hand: false, latch });
        let openers = (0..count).map(|_| inner.opener(&mut books)).collect();
        drop(books);
        (Latch { inner }, openers)
    }

    /// The latch's number in the books.
    pub fn id(&self) -> LatchId {
        self.inner.id
    }

    /// Waits until all openers are used up.
    ///
    /// # Errors
    /// If the latch was opened by hand instead.
    // ANCHOR: wait
    pub fn wait(&self) -> Result<(), OpenedByHand> {
        let Inner { id, registry, opened, bar } = &*self.inner;
        let mut books = registry.lock();
        let wait = self.note_wait(&mut books);
        if let Some(bar) = bar {
            drop(books);
            bar.wait();
            books = registry.lock();
        }
        while books.is_closed(*id) {
            books = opened.wait(books).unwrap_or_else(PoisonError::into_inner);
        }
        books.waits.remove(&wait);
        let by_hand = books.latches.get(id).is_some_and(|latch| latch.by_hand);
        if by_hand { Err(OpenedByHand) } else { Ok(()) }
    }
    // ANCHOR_END: wait

    /// Opens the latch from outside, past all openers: a rescue, after which its waiters must not
    /// believe that anything was done.
    pub fn open_by_hand(&self) {
        let mut books = self.inner.registry.lock();
        let left = books.openers.values().filter(|opener| opener.latch == self.inner.id).count();
        if let Some(latch) = books.latches.get_mut(&self.inner.id) {
            latch.by_hand = true;
        }
        books.steps += 1;
        self.inner.opened.notify_all();
        if let Some(bar) = &self.inner.bar {
            (0..left).for_each(|_| bar.count_down());
        }
    }

    /// Enters the current thread among those who wait.
    fn note_wait(&self, books: &mut Books) -> u64 {
        let thread = thread::current().name().unwrap_or("unnamed").to_owned();
        let latch = self.inner.id;
        let number = books.next_number();
        books.waits.insert(number, WaitEntry { thread, latch, since: Instant::now() });
        let name = books.latches.get(&latch).map_or("?", |latch| latch.name.as_str());
        self.inner.registry.journal().state(&format!("waiting on latch {name}"));
        number
    }
}

impl Inner {
    fn opener(self: &Arc<Inner>, books: &mut Books) -> Opener {
        let id = OpenerId(books.next_number());
        books.openers.insert(id, OpenerEntry { latch: self.id, holder: None });
        Opener { id, latch: Arc::clone(self), used: false }
    }
}

impl Opener {
    /// Enters the job that has it now.
    pub(crate) fn give_to(&self, books: &mut Books, job: JobId) {
        if let Some(opener) = books.openers.get_mut(&self.id) {
            opener.holder = Some(job);
        }
    }

    /// Counts the latch down, under the lock that the books are under.
    pub(crate) fn use_up(&mut self, books: &mut Books) {
        if std::mem::replace(&mut self.used, true) {
            return;
        }
        let was_closed = books.is_closed(self.latch.id);
        books.openers.remove(&self.id);
        if was_closed && !books.is_closed(self.latch.id) {
            books.steps += 1;
            // All: each of those who wait may go on.
            self.latch.opened.notify_all();
        }
        if let Some(bar) = self.latch.bar.as_ref().filter(|_| was_closed) {
            bar.count_down();
        }
    }
}

impl Drop for Opener {
    fn drop(&mut self) {
        if !self.used {
            let latch = Arc::clone(&self.latch);
            self.use_up(&mut latch.registry.lock());
        }
    }
}

impl Drop for Inner {
    /// The last of latch and openers has gone, so nobody waits.
    fn drop(&mut self) {
        self.registry.lock().latches.remove(&self.id);
    }
}

impl fmt::Display for OpenedByHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the latch was opened by hand")
    }
}

impl Error for OpenedByHand {}
