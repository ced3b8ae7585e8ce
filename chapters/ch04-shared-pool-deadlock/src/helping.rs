//! Children of a job: submitted to a pool, and if need be run by their own parent.
//!
//! Each child lies in a *claim*, which two may reach for: a worker, through the pool's queue, and
//! the parent. Who comes first takes it out, the other one finds it empty. So a child runs once.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ch03_worker_pool::Refused;

use crate::books::PoolId;
use crate::latch::{Latch, OpenedByHand};
use crate::registry::{Registry, Ticket};
use crate::sync::{Arc, Mutex, PoisonError};

/// What a child does.
pub type Body = Box<dyn FnOnce() + Send>;

/// Hands a job to a pool.
pub type Offer<'a> = &'a dyn Fn(Body) -> Result<(), Refused>;

/// The children of one job, and the latch that opens when all of them have ended.
pub struct Children {
    claims: Vec<Claim>,
    latch: Latch,
}

/// A child that nobody runs yet; empty once somebody does.
#[derive(Clone)]
struct Claim(Arc<Mutex<Option<(Ticket, Body)>>>);

impl Children {
    /// Enters each of `children` (a name and a body) as a job of `pool`, and offers it there. One
    /// that the pool refuses is run here and now.
    // ANCHOR: split
    #[track_caller]
    pub fn split(
        registry: &Registry,
        latch: &str,
        pool: PoolId,
        children: Vec<(String, Body)>,
        offer: Offer<'_>,
    ) -> Children {
        let (latch, openers) = Latch::new(registry, latch, children.len());
        let claims: Vec<Claim> = children
            .into_iter()
            .zip(openers)
            .map(|((name, body), opener)| {
                Claim::new(registry.queue(pool, &name, vec![opener]), body)
            })
            .collect();
        for claim in &claims {
            let theirs = claim.clone();
            let offered = offer(Box::new(move || {
                theirs.run();
            }));
            if offered.is_err() {
                claim.run();
            }
        }
        Children { claims, latch }
    }
    // ANCHOR_END: split

    /// Waits until all children have ended. The thread does nothing meanwhile.
    ///
    /// # Errors
    /// If the latch was opened by hand.
    pub fn wait(self) -> Result<(), OpenedByHand> {
        self.latch.wait()
    }

    /// Runs the children that nobody has begun, and waits for those that somebody runs. Returns
    /// how many it ran.
    ///
    /// Only its own: another's child might want a lock that this thread holds.
    ///
    /// # Errors
    /// If the latch was opened by hand.
    // ANCHOR: help
    pub fn help(self) -> Result<usize, OpenedByHand> {
        // From the end: workers take the oldest first, and so the two seldom meet.
        let helped = self.claims.iter().rev().filter(|claim| claim.run()).count();
        // What is left is in the hands of threads that run it: nothing queued is waited for.
        self.latch.wait()?;
        Ok(helped)
    }
    // ANCHOR_END: help
}

impl Claim {
    fn new(ticket: Ticket, body: Body) -> Claim {
        Claim(Arc::new(Mutex::new(Some((ticket, body)))))
    }

    /// Runs the child if nobody else does; returns whether this thread did. Its panic goes no
    /// further: it costs neither a worker nor the parent.
    fn run(&self) -> bool {
        // The lock is free again before the child runs: the other one must not wait for it.
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((mut ticket, body)) = taken else { return false };
        ticket.begin();
        // AssertUnwindSafe: what the child was in the middle of goes down with it.
        let _ = catch_unwind(AssertUnwindSafe(body));
        true
    }
}
