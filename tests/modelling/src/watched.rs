//! A scheduler that another one decides for, while it counts, bounds and watches.

use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::rc::Rc;

use shuttle::scheduler::{Schedule, Scheduler, Task, TaskId};

use crate::condvar;
use crate::plan::Explored;
use crate::story;

/// How far to go at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Schedules.
    pub schedules: usize,
    /// Steps of all schedules together: big models get fewer schedules.
    pub steps: usize,
    /// Steps of one schedule: more, and it is taken for a loop without end.
    pub steps_each: usize,
}

/// How far it went; shared with whoever made the scheduler, as shuttle consumes that.
#[derive(Default)]
pub(crate) struct Counts {
    schedules: Cell<usize>,
    steps: Cell<usize>,
    complete: Cell<bool>,
}

impl Counts {
    pub(crate) fn explored(&self) -> Explored {
        Explored { schedules: self.schedules.get(), complete: self.complete.get() }
    }
}

/// `decides` chooses; this one keeps the story and the bounds.
pub(crate) struct Watched<S> {
    /// Never dropped: shuttle's random scheduler would print advice about its own seed, which
    /// does not hold here. What it owns is small.
    decides: ManuallyDrop<S>,
    bounds: Bounds,
    counts: Rc<Counts>,
    /// Steps of the present schedule.
    steps: usize,
    /// Whether there ever was more than one thread to choose from.
    concurrent: bool,
}

impl<S: Scheduler> Watched<S> {
    pub(crate) fn new(decides: S, bounds: Bounds) -> (Watched<S>, Rc<Counts>) {
        let counts = Rc::new(Counts::default());
        let watched = Watched {
            decides: ManuallyDrop::new(decides),
            bounds,
            counts: Rc::clone(&counts),
            steps: 0,
            concurrent: false,
        };
        (watched, counts)
    }
}

impl<S: Scheduler> Scheduler for Watched<S> {
    fn new_execution(&mut self) -> Option<Schedule> {
        let ran = self.counts.schedules.get();
        if ran >= self.bounds.schedules || self.counts.steps.get() >= self.bounds.steps {
            return None;
        }
        if ran > 0 && !self.concurrent {
            // Nothing to choose, so this one schedule is all there are. (PCT would panic here.)
            self.counts.complete.set(true);
            return None;
        }
        let schedule = self.decides.new_execution();
        if schedule.is_some() {
            story::begin();
            condvar::begin();
            self.steps = 0;
            self.counts.schedules.set(ran + 1);
        } else {
            // The bounds are kept here, so only a search that is complete ends by itself.
            self.counts.complete.set(true);
        }
        schedule
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId> {
        self.steps += 1;
        self.counts.steps.set(self.counts.steps.get() + 1);
        self.concurrent |= runnable.len() > 1;
        story::meet(runnable);
        // Shuttle takes a scheduler's panic as the failure of the schedule.
        assert!(self.steps <= self.bounds.steps_each, "{}", story::ENDLESS);
        let next = self.decides.next_task(runnable, current, is_yielding);
        if let Some(next) = next {
            story::run(next);
        }
        next
    }

    fn next_u64(&mut self) -> u64 {
        self.decides.next_u64()
    }
}
