//! Two stages: each job of the first splits into two of the second, and waits for both.

use std::io;

use ch00_workbench::Gate;
use ch03_worker_pool::{JobHandle, Refused};

use crate::helping::{Body, Children};
use crate::latch::{Latch, OpenedByHand};
use crate::pool::Pool;
use crate::registry::Registry;

/// Jobs of stage two for each of stage one.
pub const CHILDREN: usize = 2;

/// The pools of the two stages, which may be one and the same.
pub struct TwoStages {
    registry: Registry,
    first: Pool,
    second: Pool,
}

impl TwoStages {
    /// Both stages on one pool: what the trouble is about.
    ///
    /// # Errors
    /// `InvalidInput` if `threads` is 0.
    pub fn on_one_pool(registry: &Registry, threads: usize) -> io::Result<TwoStages> {
        let pool = Pool::new(registry, "shared", threads)?;
        Ok(TwoStages { registry: registry.clone(), first: pool.clone(), second: pool })
    }

    /// A pool for each stage.
    ///
    /// # Errors
    /// `InvalidInput` if a number of threads is 0.
    pub fn on_two_pools(registry: &Registry, threads: [usize; 2]) -> io::Result<TwoStages> {
        let first = Pool::new(registry, "one", threads[0])?;
        let second = Pool::new(registry, "two", threads[1])?;
        Ok(TwoStages { registry: registry.clone(), first, second })
    }

    /// The pool of stage one.
    pub fn first(&self) -> &Pool {
        &self.first
    }

    /// Submits the `number`th job of stage one: it passes `gate`, submits its two of stage two,
    /// and waits for them on its latch.
    ///
    /// # Errors
    /// If the pool refuses it.
    // ANCHOR: stage_one
    pub fn start(&self, number: usize, gate: Gate) -> Result<JobHandle<Waited>, Refused> {
        let (registry, second) = (self.registry.clone(), self.second.clone());
        self.first.submit(&format!("stage one, {number}"), Vec::new(), move || {
            registry.journal().say(|| "L1".to_owned());
            gate.pass();
            let (latch, openers) = Latch::new(&registry, &format!("l{number}"), CHILDREN);
            for (opener, part) in openers.into_iter().zip(["a", "b"]) {
                let said = registry.clone();
                second.submit(&format!("stage two, {number}{part}"), vec![opener], move || {
                    said.journal().say(|| "L2".to_owned());
                })?;
            }
            let opened = latch.wait(); // the worker waits here, and is a worker still
            registry.journal().say(|| match opened {
                Ok(()) => "end".to_owned(),
                Err(by_hand) => format!("gives up: {by_hand}"),
            });
            Ok(opened)
        })
    }
    // ANCHOR_END: stage_one

    /// The same, but the job of stage one runs what nobody has begun of its own stage two. Its
    /// result is how many that were.
    ///
    /// # Errors
    /// If the pool refuses it.
    pub fn start_helping(&self, number: usize, gate: Gate) -> Result<JobHandle<Helped>, Refused> {
        let (registry, second) = (self.registry.clone(), self.second.clone());
        self.first.submit(&format!("stage one, {number}"), Vec::new(), move || {
            gate.pass();
            let child = |part| (format!("stage two, {number}{part}"), Box::new(|| {}) as Body);
            let children = ["a", "b"].map(child).into();
            let offer = |body: Body| second.offer(body);
            let latch = format!("l{number}");
            Children::split(&registry, &latch, second.id(), children, &offer).help()
        })
    }
}

/// How a job of stage one came past its latch; or the pool refused its stage two.
pub type Waited = Result<Result<(), OpenedByHand>, Refused>;

/// How many children a helping job of stage one ran.
pub type Helped = Result<usize, OpenedByHand>;
