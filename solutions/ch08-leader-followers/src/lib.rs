//! Answers to the exercises of chapter 8. Try them yourself first: `cargo learn hint 8.1` helps.

pub mod hand_off;
pub mod hunt_forgotten_client;
pub mod hunt_lost_follower;
pub mod hunt_two_leaders;
pub mod promotion_policy;
pub mod thread_set;

/// What the answers import through `crate::`, as the stubs do in the chapter.
mod sync {
    pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    pub(crate) use std::thread;
}
