//! Wrong answer to exercise 8.4b: the program is as it was published.
//!
//! looked right: As long as somebody follows, there always is a leader that is written down.
//! caught by: hunt_two_leaders_model::at_most_one_thread_leads
//! diagnosis: threads that lead at a time

#[path = "../../../../chapters/ch08-leader-followers/src/hunt/two_leaders.rs"]
mod published;

pub use published::*;
