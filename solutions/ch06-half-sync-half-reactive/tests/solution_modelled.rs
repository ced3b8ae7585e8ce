//! The answers under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, PoisonError};
}

#[path = "../src/completions.rs"]
#[allow(dead_code)]
mod completions;
#[path = "../../../chapters/ch06-half-sync-half-reactive/tests/contract/completions_model.rs"]
mod completions_model;
