//! Fan-out: a request is split into parts, and each part is a job.

use ch00_workbench::Work;

use crate::helping::{Body, Children, Offer};
use crate::latch::OpenedByHand;
use crate::pool::Pool;
use crate::sync::Arc;

/// Parts of a request: the fewest that can be called a fan-out.
pub const PARTS: usize = 2;

/// Runs all of the children, some on this thread, the others through the pool: the chapter's own
/// helping, or the learner's answer to exercise 4.4.
pub type Helper = Arc<dyn Fn(Vec<Body>, Offer<'_>) + Send + Sync>;

/// What is done with a request.
#[derive(Clone)]
pub struct FanOut {
    /// Where the parts go.
    pub pool: Pool,
    /// Whether the thread that splits runs parts that nobody has begun.
    pub helps: bool,
    /// A learner's way to help.
    pub helper: Option<Helper>,
    /// The work for each part.
    pub work: Work,
}

impl FanOut {
    /// Splits a request of `who`, and waits until all parts are done.
    ///
    /// # Errors
    /// If the wait was ended by hand.
    // ANCHOR: request
    pub fn request(&self, who: &str, request: &[u8]) -> Result<(), OpenedByHand> {
        let length = request.len().div_ceil(PARTS).max(1);
        let parts = request.chunks(length).enumerate();
        let children = parts.map(|(number, part)| {
            let (work, part) = (self.work.clone(), part.to_vec());
            let name = format!("{who}, part {}", number + 1);
            (name, Box::new(move || work.run(&part)) as Body)
        });
        self.run(who, children.collect())
    }

    fn run(&self, who: &str, children: Vec<(String, Body)>) -> Result<(), OpenedByHand> {
        let (registry, pool) = (self.pool.registry(), self.pool.id());
        let offer = |body: Body| self.pool.offer(body);
        if let Some(helper) = self.helper.as_ref().filter(|_| self.helps) {
            helper(self.entered(children), &offer);
            return Ok(());
        }
        let latch = format!("of {who}");
        let children = Children::split(registry, &latch, pool, children, &offer);
        if self.helps { children.help().map(drop) } else { children.wait() }
    }
    // ANCHOR_END: request

    /// Children that keep their line in the books themselves, whoever runs them.
    fn entered(&self, children: Vec<(String, Body)>) -> Vec<Body> {
        let enter = |(name, body): (String, Body)| {
            let mut ticket = self.pool.registry().queue(self.pool.id(), &name, Vec::new());
            Box::new(move || {
                ticket.begin();
                body();
            }) as Body
        };
        children.into_iter().map(enter).collect()
    }
}
