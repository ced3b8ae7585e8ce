//! The chapter's own thread sets, ready for the models.

use ch00_workbench::Journal;

use super::outcome::{Patience, Promotion, Role};
use super::policy::{Fifo, Follower, Lifo, Priority, PromotionPolicy};
use super::post::{Post, Turns};
use super::s2_thread_set;
use super::thread_set::ThreadSet;

/// Stage 2's.
pub fn s2() -> s2_thread_set::ThreadSet {
    s2_thread_set::ThreadSet::new(Journal::off())
}

impl Turns for s2_thread_set::ThreadSet {
    fn turn(&self, thread: usize, post: &Post) -> bool {
        let Some(leadership) = self.join(thread) else { return false };
        let Some(event) = post.watch() else {
            self.close();
            return false;
        };
        self.promote_new_leader(leadership);
        post.handle(event);
        true
    }

    fn close(&self) {
        s2_thread_set::ThreadSet::close(self);
    }
}

/// Stage 3's, in one of its ways of working.
pub struct S3 {
    set: ThreadSet<usize>,
    hands_off: bool,
}

/// Stage 3's, for three threads, with this policy.
fn s3(policy: Box<dyn PromotionPolicy>, hands_off: bool) -> S3 {
    S3 { set: ThreadSet::new(3, policy, Journal::off()), hands_off }
}

pub fn fifo() -> S3 {
    s3(Box::new(Fifo), false)
}

pub fn lifo() -> S3 {
    s3(Box::new(Lifo), false)
}

pub fn priority() -> S3 {
    s3(Box::new(Priority), false)
}

pub fn handing_off() -> S3 {
    s3(Box::new(Fifo), true)
}

impl Turns for S3 {
    fn turn(&self, thread: usize, post: &Post) -> bool {
        let way = Way { hands_off: self.hands_off, patience: None, joined: &|| (), vacant: &|| () };
        turn(&self.set, thread, post, way)
    }

    fn close(&self) {
        self.set.close();
    }
}

/// How a turn of stages 3 and 4 goes.
pub struct Way<'a> {
    pub hands_off: bool,
    pub patience: Option<Patience<'a>>,
    /// Called as soon as the thread has its role.
    pub joined: &'a dyn Fn(),
    /// Called when there is nobody to promote.
    pub vacant: &'a dyn Fn(),
}

/// A turn as stages 3 and 4 take it.
pub fn turn(set: &ThreadSet<usize>, thread: usize, post: &Post, way: Way<'_>) -> bool {
    let role = set.join(Follower { thread, priority: thread }, way.patience);
    (way.joined)();
    let leadership = match role {
        Role::Leader(leadership) => leadership,
        Role::Processing(event) => {
            post.handle(event);
            return true;
        }
        Role::Dismissed => return false,
    };
    loop {
        let Some(mut event) = post.watch() else {
            set.close();
            return false;
        };
        if way.hands_off {
            match set.hand_off(&leadership, event) {
                Ok(_) => continue,
                Err(back) => event = back,
            }
        }
        if set.promote_new_leader(leadership) == Promotion::Vacant {
            (way.vacant)();
        }
        post.handle(event);
        return true;
    }
}
