//! What the threads of the present schedule told, and where each of them stands.
//!
//! All threads of a model run on the one real thread that explores, so its story is a
//! thread-local: tests that explore at the same time do not mix theirs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use shuttle::scheduler::{Task, TaskId};

/// Steps of one schedule. The longest sensible model takes some hundred.
pub(crate) const LONGEST: usize = 10_000;

/// The failure of a schedule that takes more steps than that.
pub(crate) const ENDLESS: &str = "no end after 10000 steps: some thread goes round and round";

/// The name of the threads that end timed waits: they are no part of what a model tells.
pub(crate) const CLOCK: &str = "clock";

thread_local! {
    static STORY: RefCell<Story> = const { RefCell::new(Story::new()) };
}

/// The story of one schedule.
#[derive(Default)]
pub(crate) struct Story {
    /// What was told, in order: a thread's number and its text.
    pub told: Vec<(usize, String)>,
    /// All threads the scheduler ever had to choose from, by shuttle's number.
    pub threads: BTreeMap<usize, Standing>,
    /// Every panic, in order; also those that the model itself catches.
    pub panics: Vec<Panic>,
    /// The thread that runs now.
    running: usize,
}

/// Where one thread stands.
#[derive(Default)]
pub(crate) struct Standing {
    pub name: String,
    /// Index in `told` of what it told last.
    pub last: Option<usize>,
    /// The thread whose end it waits for.
    pub joins: Option<String>,
    pub ended: bool,
    /// How many steps it has taken.
    pub steps: usize,
    /// The limits of its timed waits, in order.
    pub limits: Vec<Duration>,
}

/// One panic, and who had not ended by then.
pub(crate) struct Panic {
    pub thread: usize,
    pub message: String,
    pub location: Option<String>,
    pub unfinished: Vec<usize>,
}

impl Story {
    const fn new() -> Story {
        Story { told: Vec::new(), threads: BTreeMap::new(), panics: Vec::new(), running: 0 }
    }

    /// The name of a thread, or its number if it has none.
    pub(crate) fn name(&self, thread: usize) -> String {
        match self.threads.get(&thread) {
            Some(standing) => standing.name.clone(),
            None => format!("thread {thread}"),
        }
    }

    /// The threads that have not ended, by number.
    pub(crate) fn unfinished(&self) -> Vec<usize> {
        let unfinished = self.threads.iter().filter(|(_, at)| !at.ended);
        unfinished.map(|(thread, _)| *thread).collect()
    }

    fn tell(&mut self, text: String) {
        if let Some(standing) = self.threads.get_mut(&self.running) {
            standing.last = Some(self.told.len());
            self.told.push((self.running, text));
        }
    }
}

/// Lets the current thread of the model tell its next step; outside a model it does nothing.
///
/// Told just before the step is taken, so that whoever waits has told what it waits in.
pub fn tell(step: impl Into<String>) {
    crate::threads::note_end_of_current();
    with(|story| story.tell(step.into()));
}

/// A schedule begins: nothing has been told.
pub(crate) fn begin() {
    with(|story| *story = Story::new());
}

/// Learns the names of threads that were not there before.
pub(crate) fn meet(runnable: &[&Task]) {
    with(|story| {
        for task in runnable {
            let number = usize::from(task.id());
            story.threads.entry(number).or_insert_with(|| Standing {
                // Shuttle calls the model's own thread `main-thread`.
                name: match task.name() {
                    Some(name) if number > 0 => name,
                    Some(_) => "main".to_owned(),
                    None => format!("thread {number}"),
                },
                ..Standing::default()
            });
        }
    });
}

/// From now on, this thread runs.
pub(crate) fn run(next: TaskId) {
    with(|story| {
        story.running = usize::from(next);
        if let Some(standing) = story.threads.get_mut(&story.running) {
            standing.steps += 1;
        }
    });
}

/// The current thread waits for the end of the thread called `name`, or has waited (`None`).
pub(crate) fn joins(name: Option<&str>) {
    with(|story| {
        if let Some(standing) = story.threads.get_mut(&story.running) {
            standing.joins = name.map(str::to_owned);
        }
    });
}

/// The current thread begins a timed wait.
pub(crate) fn waits_within(limit: Duration) {
    with(|story| {
        if let Some(standing) = story.threads.get_mut(&story.running) {
            standing.limits.push(limit);
        }
    });
}

/// The limits of all timed waits of the current thread so far, in order.
pub fn limits_of_waits() -> Vec<Duration> {
    let limits = |story: &mut Story| Some(story.threads.get(&story.running)?.limits.clone());
    with(limits).flatten().unwrap_or_default()
}

/// Which thread runs now.
pub(crate) fn running() -> usize {
    with(|story| story.running).unwrap_or(0)
}

/// This thread has ended.
pub(crate) fn ended(thread: usize) {
    with(|story| {
        if let Some(standing) = story.threads.get_mut(&thread) {
            standing.ended = true;
        }
    });
}

/// The current thread panics: part of the story, whether the model catches it or not.
pub(crate) fn panics(message: String, location: Option<String>) {
    with(|story| {
        story.panics.push(Panic {
            thread: story.running,
            message: message.clone(),
            location,
            unfinished: story.unfinished(),
        });
        if message == ENDLESS {
            return;
        }
        let first_line = message.lines().next().unwrap_or_default();
        let last = story.threads.get(&story.running).and_then(|at| at.last);
        story.tell(format!("panics: {first_line}"));
        // It stands where it stood: the panic itself is told at the head of the report.
        if let Some(standing) = story.threads.get_mut(&story.running) {
            standing.last = last;
        }
    });
}

/// Looks at the story; `None` only if a panic came while somebody looked.
pub(crate) fn with<T>(look: impl FnOnce(&mut Story) -> T) -> Option<T> {
    STORY.with(|story| story.try_borrow_mut().ok().map(|mut story| look(&mut story)))
}
