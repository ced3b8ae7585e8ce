//! Three leader/followers programs as they were published, made anew in Rust with their real faults.
//!
//! They compile, they run, and most of the time they do what they should: that is why they could be
//! published. Exercise 8.4 hunts the schedules in which they do not, and mends them. Here they stay
//! as they are, so that a schedule that fails can always be shown:
//!
//! ```console
//! $ cargo run -p ch08-leader-followers --example hunt -- lost-follower
//! ```
//!
//! Nothing else in this chapter uses them.

pub mod forgotten_client;
pub mod lost_follower;
pub mod two_leaders;
