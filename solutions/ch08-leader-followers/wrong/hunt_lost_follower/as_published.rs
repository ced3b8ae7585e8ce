//! Wrong answer to exercise 8.4a: the program is as it was published.
//!
//! looked right: Whoever is signalled finds nobody leading, unless another thread is faster, which it seldom is.
//! caught by: hunt_lost_follower_model::no_follower_is_lost
//! diagnosis: deadlock: no thread can go on

#[path = "../../../../chapters/ch08-leader-followers/src/hunt/lost_follower.rs"]
mod published;

pub use published::*;
