//! The course of a measurement: connect, warm up, measure, part.
//!
//! Each step is done by all workers at once, and is over when the last of them is done; between two
//! steps nothing is under way. So whoever watches can look at the server at rest, right before the
//! first message that counts and right after the last.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::halt::Halt;
use super::outcome::Outcome;
use super::pattern::Pattern;
use super::plan::Plan;
use super::worker::Worker;
use crate::affinity::pin_this_thread;

/// How often those who watch are told how far it is.
const GLANCE: Duration = Duration::from_millis(100);

/// Someone who watches a measurement; all of it is called on the thread that called [`run`].
pub trait Watch {
    /// All are connected and nothing is under way; what comes now counts.
    fn begins(&mut self) {}
    /// The last answer is there, and all are still connected.
    fn ends(&mut self) {}
    /// From time to time: so long it has run, and so many messages are answered, warm-up included.
    fn glance(&mut self, _: Duration, _: u64) {}
}

/// Someone who does not look.
pub struct Silent;

impl Watch for Silent {}

/// Measures what `plan` asks for.
///
/// # Errors
/// If nobody can be connected, if a thread cannot be had or put on its core, or if waiting fails.
/// What goes wrong with single clients is part of the outcome.
pub fn run(plan: &Plan, halt: &Halt, watch: &mut dyn Watch) -> anyhow::Result<Outcome> {
    let (pattern, seen) = (Pattern::new(plan.payload), AtomicU64::new(0));
    let workers: io::Result<Vec<_>> =
        (0..plan.threads).map(|_| Worker::new(plan, &pattern, halt, &seen)).collect();
    let mut crew = Crew { plan, workers: workers?, seen: &seen, begun: Instant::now() };
    crew.all(watch, |number, worker| {
        worker.connect((number..plan.connections).step_by(plan.threads));
        Ok(())
    })?;
    let alive: usize = crew.workers.iter().map(Worker::alive).sum();
    if alive == 0 && !halt.finishes() {
        let why = crew.workers[0].tally.failures.values().next();
        let why = why.map_or("no reason is known", |failures| &failures.example);
        bail!("cannot connect to {}: {why}; is a server listening there?", plan.address);
    }
    if !plan.warm_up.is_zero() {
        crew.all(watch, |_, worker| worker.measure(Some(plan.warm_up), None))?;
    }
    watch.begins();
    crew.all(watch, |number, worker| {
        let messages = plan.messages.map(|messages| plan.share(messages, number));
        worker.measure(plan.duration, messages)
    })?;
    watch.ends();
    let per_client: Vec<u64> = crew.workers.iter().flat_map(Worker::per_client).collect();
    crew.all(watch, |_, worker| worker.say_good_bye())?;
    let tallies = crew.workers.iter().map(|worker| &worker.tally);
    Ok(Outcome::of(tallies, alive, &per_client, halt.finishes()))
}

/// The workers of one measurement.
struct Crew<'a> {
    plan: &'a Plan,
    workers: Vec<Worker<'a>>,
    seen: &'a AtomicU64,
    begun: Instant,
}

impl Crew<'_> {
    /// Has each worker do `step` on a thread of its own, and waits for all of them.
    fn all(
        &mut self,
        watch: &mut dyn Watch,
        step: impl Fn(usize, &mut Worker) -> io::Result<()> + Sync,
    ) -> anyhow::Result<()> {
        let Crew { plan, workers, seen, begun } = self;
        let (step, plan): (_, &Plan) = (&step, plan);
        let (done, wait) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let mut threads = Vec::new();
            for (number, worker) in workers.iter_mut().enumerate() {
                let done = done.clone();
                let body = move || -> anyhow::Result<()> {
                    let _done = done; // its drop tells, also after a panic
                    if let Some(core) = plan.cores.get(number) {
                        let pinned = pin_this_thread(*core);
                        pinned.with_context(|| format!("cannot run on core {core}"))?;
                    }
                    step(number, worker).context("cannot wait for the clients")
                };
                let name = format!("load-{number}");
                threads.push(thread::Builder::new().name(name).spawn_scoped(scope, body)?);
            }
            drop(done);
            while let Err(mpsc::RecvTimeoutError::Timeout) = wait.recv_timeout(GLANCE) {
                watch.glance(begun.elapsed(), seen.load(Ordering::Relaxed));
            }
            let ends = threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
            ends.collect()
        })
    }
}
