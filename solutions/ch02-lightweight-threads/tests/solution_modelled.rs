//! The answers under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError};
}

#[path = "../src/off_load.rs"]
mod off_load;
#[path = "../../../chapters/ch02-lightweight-threads/tests/contract/off_load_model.rs"]
mod off_load_model;
