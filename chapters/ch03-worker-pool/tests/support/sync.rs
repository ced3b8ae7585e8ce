//! Shuttle's locks, under the names that the chapter imports from `crate::sync`.

pub(crate) use modelling::Condvar;
pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError};
