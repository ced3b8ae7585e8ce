//! Which follower is promoted: a strategy.

/// A thread that follows, as a policy sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follower {
    /// Its number, from 1.
    pub thread: usize,
    /// The greater, the sooner it is promoted, if the policy cares.
    pub priority: usize,
}

/// Chooses whom to promote, or whom to hand an event to.
pub trait PromotionPolicy: Send + Sync {
    /// The place in `followers` of the one to take. They are in the order in which they began to
    /// follow, the first of them longest ago; there is at least one. Called under the thread set's
    /// lock: be short.
    fn choose(&self, followers: &[Follower]) -> usize;
}

// ANCHOR: policies
/// Who has followed longest. Fair: every thread gets its turn.
pub struct Fifo;

/// Who has followed shortest. Its stack and its data are likeliest to be in the cache; threads that
/// are not needed stay at the bottom, and can retire.
pub struct Lifo;

/// Who has the greatest priority; among equals, who has followed longest.
pub struct Priority;

impl PromotionPolicy for Fifo {
    fn choose(&self, _: &[Follower]) -> usize {
        0
    }
}

impl PromotionPolicy for Lifo {
    fn choose(&self, followers: &[Follower]) -> usize {
        followers.len() - 1
    }
}

impl PromotionPolicy for Priority {
    fn choose(&self, followers: &[Follower]) -> usize {
        let mut best = 0;
        for (place, follower) in followers.iter().enumerate() {
            if follower.priority > followers[best].priority {
                best = place;
            }
        }
        best
    }
}
// ANCHOR_END: policies
