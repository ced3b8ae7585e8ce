//! The answers under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
    pub(crate) use shuttle::thread;
}

#[path = "../src/drain.rs"]
#[allow(dead_code)]
mod drain;
#[path = "../../../chapters/ch05-two-phase-termination/tests/contract/drain_model.rs"]
mod drain_model;
#[path = "../src/reporter.rs"]
#[allow(dead_code)]
mod reporter;
#[path = "../../../chapters/ch05-two-phase-termination/tests/contract/reporter_model.rs"]
mod reporter_model;
#[path = "../src/shutdown_now.rs"]
#[allow(dead_code)]
mod shutdown_now;
#[path = "../../../chapters/ch05-two-phase-termination/tests/contract/shutdown_now_model.rs"]
mod shutdown_now_model;
