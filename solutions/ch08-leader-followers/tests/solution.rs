//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch08_leader_followers::{hand_off, promotion_policy, thread_set};

#[path = "../../../chapters/ch08-leader-followers/tests/contract/hand_off.rs"]
mod hand_off_contract;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/promotion_policy.rs"]
mod promotion_policy_contract;
#[path = "../../../chapters/ch08-leader-followers/tests/contract/thread_set.rs"]
mod thread_set_contract;
