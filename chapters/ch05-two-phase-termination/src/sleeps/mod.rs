//! One file for each way in which a thread sleeps, and how a stop ends it.
//!
//! | the thread sleeps in | what wakes it | what remembers |
//! |---|---|---|
//! | [`crate::StopToken::sleep`] | the token's own condition variable | the token |
//! | [`park`] | `unpark` | the token; strays are counted |
//! | [`condvar`] of somebody else | its `notify_all`, through its mutex | the token |
//! | [`channel`] | a second channel that closes | the closed channel |
//! | [`accept`] | a connection from ourselves | the token, asked after each accept |
//! | [`read`] | the socket's reading half shut down | the token, and the socket |
//! | [`poll`] | `Poller::notify` | the token |
//!
//! All have the same shape: *register* how to be woken, then *ask the token*, then *sleep*, and ask
//! again after each sleep. In this order no stop can fall between the question and the sleep, since
//! from the first step on the waker is there. It wakes a sleeper that has not gone to sleep yet,
//! and each of these sleeps keeps such an early wake-up for later.

pub mod accept;
pub mod channel;
pub mod condvar;
pub mod park;
pub mod poll;
pub mod read;
