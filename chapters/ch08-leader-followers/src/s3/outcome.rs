//! What comes of joining, and of promoting.

use std::time::Duration;

use super::thread_set::Leadership;

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
