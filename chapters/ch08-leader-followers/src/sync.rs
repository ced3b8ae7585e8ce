//! The locks this chapter uses. The model tests put their own module of this name in its place,
//! so that a scheduler which tries many orders runs the very same source.

pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
pub(crate) use std::thread;
