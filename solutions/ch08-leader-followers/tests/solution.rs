//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch08_leader_followers::{
    hand_off, hunt_forgotten_client, hunt_lost_follower, hunt_two_leaders, promotion_policy,
    thread_set,
};

#[path = "../../../chapters/ch08-leader-followers/tests/contract/hand_off.rs"]
mod hand_off_contract;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/hunt_forgotten_client.rs"]
mod hunt_forgotten_client_contract;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/hunt_lost_follower.rs"]
mod hunt_lost_follower_contract;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/hunt_two_leaders.rs"]
mod hunt_two_leaders_contract;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/promotion_policy.rs"]
mod promotion_policy_contract;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/thread_set.rs"]
mod thread_set_contract;
