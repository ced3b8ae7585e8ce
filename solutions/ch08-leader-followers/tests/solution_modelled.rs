//! The answers under a scheduler that tries many orders.

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError};
    pub(crate) use shuttle::thread;
}

#[path = "../src/hand_off.rs"]
#[allow(dead_code)]
mod hand_off;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/hand_off_model.rs"]
mod hand_off_model;
#[path = "../src/hunt_forgotten_client.rs"]
#[allow(dead_code)]
mod hunt_forgotten_client;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/hunt_forgotten_client_model.rs"]
mod hunt_forgotten_client_model;
#[path = "../src/hunt_lost_follower.rs"]
#[allow(dead_code)]
mod hunt_lost_follower;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/hunt_lost_follower_model.rs"]
mod hunt_lost_follower_model;
#[path = "../src/hunt_two_leaders.rs"]
#[allow(dead_code)]
mod hunt_two_leaders;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/hunt_two_leaders_model.rs"]
mod hunt_two_leaders_model;
#[path = "../src/thread_set.rs"]
#[allow(dead_code)]
mod thread_set;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/thread_set_model.rs"]
mod thread_set_model;
