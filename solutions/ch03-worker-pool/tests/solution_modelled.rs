//! The answers under a scheduler that tries many orders.

use ch03_worker_pool::queue;

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError};
}

#[path = "../src/bounded_queue.rs"]
mod bounded_queue;
#[path = "../../../chapters/ch03-worker-pool/tests/contract/bounded_queue_model.rs"]
mod bounded_queue_model;
#[path = "../src/discard_oldest.rs"]
mod discard_oldest;
#[path = "../../../chapters/ch03-worker-pool/tests/contract/discard_oldest_model.rs"]
mod discard_oldest_model;
#[path = "../src/keep_alive.rs"]
mod keep_alive;
#[path = "../../../chapters/ch03-worker-pool/tests/contract/keep_alive_model.rs"]
mod keep_alive_model;
