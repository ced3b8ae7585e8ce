//! The answers under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
}

#[path = "../src/hand_over.rs"]
#[allow(dead_code)]
mod hand_over;
#[path = "../../../chapters/ch07-multi-reactor/tests/contract/hand_over_model.rs"]
mod hand_over_model;
#[path = "../src/least_connections.rs"]
#[allow(dead_code)]
mod least_connections;
#[path = "../../../chapters/ch07-multi-reactor/tests/contract/least_connections_model.rs"]
mod least_connections_model;
