//! How something gets from one thread into a loop that sleeps in its demultiplexer.
//!
//! It is put into a list, and the loop is woken. To wake it costs two system calls, one on each
//! side, so a hundred items that come while the loop is on its way share one wake-up: a flag says
//! that it has been woken and has not come yet.

use crate::sync::{AtomicBool, Mutex, MutexGuard, Ordering, PoisonError};

/// Ends the loop's sleep, or the next one if it is awake. Called without any lock.
pub type Wake = Box<dyn Fn() + Send + Sync>;

/// A hand-over from any number of threads to one loop: this chapter's own, or the learner's
/// (`--mine`).
pub trait HandOver<T>: Send + Sync {
    /// Hands `item` over. Never waits for the loop.
    fn give(&self, item: T);

    /// Moves all that was handed over to the end of `into`, oldest first. Only the loop calls this,
    /// each time before it asks whether it may sleep.
    fn take_all(&self, into: &mut Vec<T>);

    /// Whether the loop may go to sleep: from here on, whatever is given wakes it.
    fn may_sleep(&self) -> bool;
}

/// This chapter's hand-over. A loop that has been given nothing looks at one flag and takes no lock.
pub struct Inbox<T> {
    /// What was given and not taken, oldest first.
    waiting: Mutex<Vec<T>>,
    /// The loop has been woken, or is about to be, and has not looked since. Set by whoever gives,
    /// after its item is in the list; cleared by the loop, before it empties the list.
    rung: AtomicBool,
    wake: Wake,
}

impl<T> Inbox<T> {
    /// An empty inbox of a loop that `wake` wakes.
    pub fn new(wake: Wake) -> Inbox<T> {
        Inbox { waiting: Mutex::new(Vec::new()), rung: AtomicBool::new(false), wake }
    }

    /// Nothing panics under this lock: a poisoned one still holds a true list.
    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Send> HandOver<T> for Inbox<T> {
    // ANCHOR: give
    fn give(&self, item: T) {
        self.lock().push(item);
        // Release, for the loop's swap below: who sees the flag finds the item. If it was set
        // already, the loop has not yet cleared it, and will look after it has.
        if !self.rung.swap(true, Ordering::AcqRel) {
            (self.wake)();
        }
    }
    // ANCHOR_END: give

    // ANCHOR: take_all
    fn take_all(&self, into: &mut Vec<T>) {
        // Relaxed: only a hint. If the flag is set and not seen here, the wake-up has not come
        // either: it ends the sleep that follows, and by then the flag is seen.
        if !self.rung.load(Ordering::Relaxed) {
            return;
        }
        // Cleared first. Cleared last, it would take with it the flag of an item that came in
        // between; nobody would be woken for that one.
        self.rung.swap(false, Ordering::AcqRel);
        into.append(&mut self.lock());
    }
    // ANCHOR_END: take_all

    /// Always: whoever gives something does not ask whether the loop sleeps, and a wake-up that
    /// comes early is kept.
    fn may_sleep(&self) -> bool {
        true
    }
}
