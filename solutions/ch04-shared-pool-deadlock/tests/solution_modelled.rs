//! The answers under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
}

#[path = "../src/helping_wait.rs"]
mod helping_wait;
#[path = "../../../chapters/ch04-shared-pool-deadlock/tests/contract/helping_wait_model.rs"]
mod helping_wait_model;
#[path = "../src/latch.rs"]
#[allow(dead_code)] // the waits with a limit are for real threads: a model's clock stands still
mod latch;
#[path = "../../../chapters/ch04-shared-pool-deadlock/tests/contract/latch_model.rs"]
mod latch_model;
