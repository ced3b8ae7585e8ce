//! The words in which threads are named and roles are noted.

/// Waits for an event, alone.
pub const LEADER: &str = "leader";

/// Handles an event.
pub const PROCESSING: &str = "processing";

/// Waits to be promoted.
pub const FOLLOWER: &str = "follower";

/// The name of the thread with this number; numbers begin with 1.
pub fn name(thread: usize) -> String {
    format!("thread-{thread}")
}
