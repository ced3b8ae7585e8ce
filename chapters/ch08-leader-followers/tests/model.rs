//! The thread sets under a scheduler that tries many orders: up to 1,500 for each promise. A promise
//! takes one to two seconds in a debug build on an idle machine.

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, PoisonError};
}

#[path = "models/dynamic.rs"]
mod dynamic;
#[path = "models/kept.rs"]
mod kept;
#[path = "predict/one_look.rs"]
mod one_look;
#[path = "models/ours.rs"]
mod ours;
#[path = "../src/s3/outcome.rs"]
mod outcome;
#[path = "../src/s3/policy.rs"]
mod policy;
#[path = "models/post.rs"]
mod post;
#[path = "models/promises.rs"]
mod promises;
#[path = "../src/role.rs"]
mod role;
#[path = "../src/s2/thread_set.rs"]
#[allow(dead_code)]
mod s2_thread_set;
#[path = "../src/s4/size.rs"]
#[allow(dead_code)]
mod size;
#[path = "../src/s3/thread_set.rs"]
#[allow(dead_code)]
mod thread_set;
