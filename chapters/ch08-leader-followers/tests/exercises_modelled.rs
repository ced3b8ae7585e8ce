//! Grades the exercises under a scheduler that tries many orders.

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError};
    pub(crate) use shuttle::thread;
}

#[cfg_attr(waiting = "hand_off", allow(unused))]
#[path = "../src/exercises/hand_off.rs"]
mod hand_off;
#[path = "contract/hand_off_model.rs"]
mod hand_off_model;
#[cfg_attr(waiting = "hunt_forgotten_client", allow(unused))]
#[path = "../src/exercises/hunt_forgotten_client.rs"]
mod hunt_forgotten_client;
#[path = "contract/hunt_forgotten_client_model.rs"]
mod hunt_forgotten_client_model;
#[cfg_attr(waiting = "hunt_lost_follower", allow(unused))]
#[path = "../src/exercises/hunt_lost_follower.rs"]
mod hunt_lost_follower;
#[path = "contract/hunt_lost_follower_model.rs"]
mod hunt_lost_follower_model;
#[cfg_attr(waiting = "hunt_two_leaders", allow(unused))]
#[path = "../src/exercises/hunt_two_leaders.rs"]
mod hunt_two_leaders;
#[path = "contract/hunt_two_leaders_model.rs"]
mod hunt_two_leaders_model;
#[cfg_attr(waiting = "thread_set", allow(unused))]
#[path = "../src/exercises/thread_set.rs"]
mod thread_set;
#[path = "contract/thread_set_model.rs"]
mod thread_set_model;
