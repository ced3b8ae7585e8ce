//! What comes of joining, and of promoting.

use std::time::Duration;

use super::thread_set::ThreadSet;

/// What a thread is to be.
pub enum Role<'a, E> {
    /// The leader: wait for an event.
    Leader(Leadership<'a, E>),
    /// Processing: this event was handed over.
    Processing(E),
    /// Nothing any more: the set is closed, or the thread may go.
    Dismissed,
}

/// What has come of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// This thread leads now.
    Appointed(usize),
    /// Nobody followed: the leadership is vacant, and nobody waits for events.
    Vacant,
}

/// How long a thread waits before it offers to go.
pub struct Patience<'a> {
    /// How long it follows without an order.
    pub limit: Duration,
    /// Asked when that is over, under the set's lock: whether the thread may go.
    pub may_go: &'a dyn Fn() -> bool,
}

/// The right to wait for events. There is one at most; it is given up by [promoting], or when it is
/// dropped: a leader that leaves in any way leaves no gap.
///
/// [promoting]: ThreadSet::promote_new_leader
#[must_use = "dropped at once, leadership is given up at once"]
pub struct Leadership<'a, E> {
    threads: &'a ThreadSet<E>,
}

impl<'a, E> Leadership<'a, E> {
    /// To be made by the set alone, for the thread that it has noted as its leader.
    pub(super) fn over(threads: &'a ThreadSet<E>) -> Leadership<'a, E> {
        Leadership { threads }
    }

    /// Whether it is leadership of this set.
    pub(super) fn is_over(&self, threads: &ThreadSet<E>) -> bool {
        std::ptr::eq(self.threads, threads)
    }
}

impl<E> Drop for Leadership<'_, E> {
    fn drop(&mut self) {
        self.threads.pass_on(|| ());
    }
}
