//! What exercise 4.2 must keep. The judge is a pool of numbers: it is played through in *all* orders
//! of events that a queue allows, for loads small enough for that.

use std::collections::HashSet;
use std::time::Duration;

use ch00_workbench::testkit::side_by_side;
use ch00_workbench::within;

use super::will_deadlock::{Load, threads_needed, will_deadlock};

const LIMIT: Duration = Duration::from_secs(5);

/// A job: its level from the top, and its parent's place in the list of jobs.
type Job = (u32, Option<usize>);

/// A pool at one moment. Jobs are numbered in the order in which they were queued.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pool {
    jobs: Vec<Job>,
    /// The first job that no worker has taken.
    next: usize,
    /// Taken, and not yet split or ended.
    taken: Vec<usize>,
    /// Waiting for so many children.
    waiting: Vec<(usize, usize)>,
}

impl Pool {
    /// Plays a worker's step: takes the oldest job of the queue.
    fn take(&self, threads: usize) -> Option<Pool> {
        let mut after = self.clone();
        let busy = self.taken.len() + self.waiting.len();
        (busy < threads && self.next < self.jobs.len()).then(|| {
            after.taken.push(self.next);
            after.next += 1;
            after
        })
    }

    /// Plays a job that was taken: it splits and waits, or ends.
    fn go_on(&self, taken: usize, load: Load) -> Pool {
        let mut after = self.clone();
        let job = after.taken.remove(taken);
        let level = after.jobs[job].0;
        if level < load.depth && load.fan_out > 0 {
            after.jobs.extend((0..load.fan_out).map(|_| (level + 1, Some(job))));
            after.waiting.push((job, load.fan_out));
        } else {
            after.end(job);
        }
        after
    }

    /// A job ends; its parent may end with it.
    fn end(&mut self, job: usize) {
        let Some(parent) = self.jobs[job].1 else { return };
        let place = self.waiting.iter().position(|(waits, _)| *waits == parent);
        let place = place.expect("a parent waits as long as a child has not ended");
        self.waiting[place].1 -= 1;
        if self.waiting[place].1 == 0 {
            self.waiting.remove(place);
            self.end(parent);
        }
    }
}

/// Whether some order of events hangs the pool.
fn some_order_hangs(threads: usize, load: Load) -> bool {
    let jobs = vec![(0, None); load.requests];
    let start = Pool { jobs, next: 0, taken: Vec::new(), waiting: Vec::new() };
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(pool) = open.pop() {
        let splits = (0..pool.taken.len()).map(|taken| pool.go_on(taken, load));
        let after: Vec<Pool> = pool.take(threads).into_iter().chain(splits).collect();
        if after.is_empty() && !pool.waiting.is_empty() {
            return true;
        }
        open.extend(after.into_iter().filter(|pool| seen.insert(pool.clone())));
    }
    false
}

fn load(requests: usize, fan_out: usize, depth: u32) -> Load {
    Load { requests, fan_out, depth }
}

#[test]
#[cfg_attr(
    waiting = "will_deadlock",
    ignore = "exercise 4.2 waits for you in src/exercises/will_deadlock.rs"
)]
fn one_fewer_hangs_and_as_many_do_not() {
    for requests in 1..=3 {
        for load in [load(requests, 2, 1), load(requests, 1, 2), load(1, 2, 2)] {
            let needed = threads_needed(load);
            assert!(!some_order_hangs(needed, load), "{needed} threads hang under {load:?}");
            let fewer = needed - 1;
            assert!(
                fewer == 0 || some_order_hangs(fewer, load),
                "{fewer} thread(s) would be enough for {load:?}, and you ask for {needed}"
            );
        }
    }
}

#[test]
#[cfg_attr(
    waiting = "will_deadlock",
    ignore = "exercise 4.2 waits for you in src/exercises/will_deadlock.rs"
)]
fn the_verdict_agrees_with_every_order_of_a_small_pool() {
    for load in [load(1, 2, 1), load(2, 2, 1), load(3, 1, 1), load(1, 1, 3), load(1, 2, 2)] {
        for threads in 1..=5 {
            let truth = some_order_hangs(threads, load);
            let hangs = if truth { "can hang" } else { "never hangs" };
            assert_eq!(
                will_deadlock(threads, load),
                truth,
                "a pool of {threads} {hangs} under {load:?}"
            );
        }
    }
}

#[test]
#[cfg_attr(
    waiting = "will_deadlock",
    ignore = "exercise 4.2 waits for you in src/exercises/will_deadlock.rs"
)]
fn who_waits_for_nobody_needs_one_thread() {
    for load in [load(1000, 2, 0), load(1000, 0, 3), load(0, 2, 2)] {
        assert_eq!(threads_needed(load), 1, "under {load:?} no job ever waits");
        assert!(!will_deadlock(1, load), "a pool of 1 never hangs under {load:?}");
    }
}

#[test]
#[cfg_attr(
    waiting = "will_deadlock",
    ignore = "exercise 4.2 waits for you in src/exercises/will_deadlock.rs"
)]
fn every_level_that_splits_counts() {
    assert_eq!(threads_needed(load(10, 2, 1)), 11, "ten requests wait at once");
    assert_eq!(threads_needed(load(10, 2, 3)), 71, "10 + 20 + 40 jobs wait at once");
    assert_eq!(threads_needed(load(3, 1, 4)), 13, "3 jobs wait on each of 4 levels");
}

#[test]
#[cfg_attr(
    waiting = "will_deadlock",
    ignore = "exercise 4.2 waits for you in src/exercises/will_deadlock.rs"
)]
fn what_does_not_fit_is_the_largest_number() {
    // Who walks from level to level hangs: each load's thread has its name, so that the watchdog
    // says under which.
    let loads = [load(usize::MAX, 2, 1), load(1, 2, u32::MAX), load(usize::MAX, 1, u32::MAX)];
    side_by_side(loads, |load| {
        let needed = within(LIMIT, || threads_needed(load));
        assert_eq!(needed, usize::MAX, "under {load:?}");
    });
}
