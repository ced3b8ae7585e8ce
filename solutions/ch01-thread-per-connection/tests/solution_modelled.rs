//! The answers under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
}

#[path = "../src/connection_limit.rs"]
mod connection_limit;
#[path = "../../../chapters/ch01-thread-per-connection/tests/contract/connection_limit_model.rs"]
mod connection_limit_model;
