//! Which schedules of a model are run.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use shuttle::scheduler::{DfsScheduler, PctScheduler, RandomScheduler, Scheduler};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};

use crate::hook;
use crate::report::{Place, report};
use crate::story;
use crate::threads;
use crate::watched::{Bounds, Watched};

/// One fixed seed for all: a failure is the same on every machine, on every run.
const SEED: u64 = 20_260_101;

/// What `explore` may take of PCT (probabilistic concurrency testing), by depth: that is one more
/// than how often a schedule takes the processor from a thread that could go on. Few such switches
/// make a story that reads well, so these go first.
///
/// Bounds count schedules and steps, not time: how far a model is explored does not depend on how
/// busy the machine is.
const PCT: [(&str, usize, Bounds); 3] = [
    ("PCT of depth 2", 2, at_most(100, 10_000)),
    ("PCT of depth 3", 3, at_most(300, 20_000)),
    ("PCT of depth 4", 4, at_most(300, 20_000)),
];

/// And of random choice at each step, which finds what needs more switches.
const RANDOM: Bounds = at_most(800, 40_000);

/// What `explore_all` may take: all schedules of two threads with about six steps each.
const ALL: Bounds = at_most(50_000, 100_000);

/// Room for the debug formatting of a failed assertion; taken from the system only as it is used.
const STACK_BYTES: usize = 256 * 1024;

/// How far a model was explored, all schedules having passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explored {
    /// How many schedules were run.
    pub schedules: usize,
    /// Whether these are all schedules there are; only `explore_all` can tell.
    pub complete: bool,
}

const fn at_most(schedules: usize, steps: usize) -> Bounds {
    Bounds { schedules, steps, steps_each: story::LONGEST }
}

/// Runs `model` under many schedules, the same ones each time.
///
/// Some schedules switch seldom and so tell a clear story, others at random; together they take well
/// under a second.
///
/// # Panics
/// If an assertion of the model fails, if no thread can go on (deadlock), or if a schedule does
/// not end. The text says what failed, which thread waits where, and the story of that schedule.
#[track_caller]
pub fn explore(model: impl Fn() + Send + Sync + 'static) -> Explored {
    let model = Arc::new(model);
    let mut ran = 0;
    for (name, depth, bounds) in PCT {
        let scheduler = PctScheduler::new_from_seed(SEED, depth, usize::MAX);
        ran += run(name, scheduler, bounds, &model, ran).schedules;
    }
    let scheduler = RandomScheduler::new_from_seed(SEED, usize::MAX);
    ran += run("random", scheduler, RANDOM, &model, ran).schedules;
    Explored { schedules: ran, complete: false }
}

/// Runs a tiny `model` under all schedules there are, up to a bound that takes about a second.
///
/// Whether the bound cut it short is in [`Explored::complete`]: claim "all" only after a look at it.
///
/// # Panics
/// As [`explore`].
#[track_caller]
pub fn explore_all(model: impl Fn() + Send + Sync + 'static) -> Explored {
    let scheduler = DfsScheduler::new(None, false);
    run("depth-first", scheduler, ALL, &Arc::new(model), 0)
}

/// Runs `model` under one scheduler; `before` schedules have passed under others.
#[track_caller]
fn run(
    name: &'static str,
    scheduler: impl Scheduler + 'static,
    bounds: Bounds,
    model: &Arc<impl Fn() + Send + Sync + 'static>,
    before: usize,
) -> Explored {
    hook::install();
    let (watched, counts) = Watched::new(scheduler, bounds);
    let model = Arc::clone(model);
    let outcome = hook::exploring(|| {
        panic::catch_unwind(AssertUnwindSafe(|| {
            let runner = Runner::new(watched, config());
            runner.run(move || threads::main(&*model));
        }))
    });
    match outcome {
        Ok(()) => counts.explored(),
        Err(payload) => {
            let place = Place {
                scheduler: name,
                seed: SEED,
                schedule: counts.explored().schedules,
                before,
            };
            // A panic of its own, so that a test reports the line that called `explore`.
            panic!("{}", report(&hook::text_of(&*payload), &place));
        }
    }
}

/// Shuttle's configuration: it keeps no files and prints no warnings.
pub(crate) fn config() -> Config {
    let mut config = Config::new();
    config.stack_size = STACK_BYTES;
    config.failure_persistence = FailurePersistence::None;
    config.silence_warnings = true;
    // `Watched` ends a long schedule first, with a better text. This bound holds for what runs
    // when `Watched` is no longer asked: destructors, while a schedule is torn down.
    config.max_steps = MaxSteps::FailAfter(2 * story::LONGEST);
    config
}
