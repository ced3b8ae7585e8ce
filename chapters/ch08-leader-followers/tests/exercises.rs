//! Grades the exercises on real threads. A stub that still waits is ignored, by name.

use ch08_leader_followers::exercises::{
    hand_off, hunt_forgotten_client, hunt_lost_follower, hunt_two_leaders, promotion_policy,
    thread_set,
};

#[path = "contract/hand_off.rs"]
mod hand_off_contract;
#[path = "contract/hunt_forgotten_client.rs"]
mod hunt_forgotten_client_contract;
#[path = "contract/hunt_lost_follower.rs"]
mod hunt_lost_follower_contract;
#[path = "contract/hunt_two_leaders.rs"]
mod hunt_two_leaders_contract;
#[path = "contract/promotion_policy.rs"]
mod promotion_policy_contract;
#[path = "contract/thread_set.rs"]
mod thread_set_contract;
