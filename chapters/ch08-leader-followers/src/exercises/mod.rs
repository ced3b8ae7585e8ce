//! This chapter's exercises. A stub that still waits may leave its parameters unused.

#[cfg_attr(waiting = "thread_set", allow(unused))]
pub mod thread_set;

#[cfg_attr(waiting = "promotion_policy", allow(unused))]
pub mod promotion_policy;

#[cfg_attr(waiting = "hand_off", allow(unused))]
pub mod hand_off;

#[cfg_attr(waiting = "hunt_lost_follower", allow(unused))]
pub mod hunt_lost_follower;

#[cfg_attr(waiting = "hunt_two_leaders", allow(unused))]
pub mod hunt_two_leaders;

#[cfg_attr(waiting = "hunt_forgotten_client", allow(unused))]
pub mod hunt_forgotten_client;
