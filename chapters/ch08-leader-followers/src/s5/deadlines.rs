//! When the leader must look up, though no event comes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::sync::{Mutex, MutexGuard, PoisonError};

/// What is to be done without an event, and when. Most of the time nothing is, and asking costs the
/// leader one load.
#[derive(Default)]
pub(super) struct Deadlines {
    /// Whether `times` may hold one. Set under the lock with Release; the Acquire in `limit` is its
    /// partner. A leader that reads an old `false` sleeps without limit, but whoever armed it wakes
    /// it afterwards, and what the waker did before is visible to the woken.
    armed: AtomicBool,
    times: Mutex<Times>,
}

#[derive(Clone, Copy, Default)]
struct Times {
    /// When to try to accept again, after an error, and under which key.
    accept: Option<(Instant, usize)>,
    /// When to look for clients that are overdue.
    look: Option<Instant>,
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    pub accept: Option<usize>,
    pub look: bool,
}

impl Deadlines {
    /// Accepting is to be tried again at `time`. The caller wakes the leader.
    pub fn accept_at(&self, time: Instant, key: usize) {
        self.set(|times| times.accept = Some((time, key)));
    }

    /// Clients are to be looked at by `time`. `true`: nobody had said so yet, wake the leader.
    pub fn look_by(&self, time: Instant) -> bool {
        let mut sooner = false;
        self.set(|times| {
            sooner = times.look.is_none_or(|look| time < look);
            times.look = Some(times.look.map_or(time, |look| look.min(time)));
        });
        sooner
    }

    /// How long the leader may wait: until the first of them.
    pub fn limit(&self) -> Option<Duration> {
        if !self.armed.load(Ordering::Acquire) {
            return None;
        }
        let times = *self.lock();
        let first = times.accept.map(|(time, _)| time).into_iter().chain(times.look).min()?;
        Some(first.saturating_duration_since(Instant::now()))
    }

    /// What is due by `now`; it is due once.
    pub fn take_due(&self, now: Instant) -> Due {
        if !self.armed.load(Ordering::Acquire) {
            return Due { accept: None, look: false };
        }
        let mut times = self.lock();
        let accept = times.accept.take_if(|(time, _)| *time <= now).map(|(_, key)| key);
        let due = Due { accept, look: times.look.take_if(|time| *time <= now).is_some() };
        let armed = times.accept.is_some() || times.look.is_some();
        self.armed.store(armed, Ordering::Release);
        due
    }

    fn set(&self, change: impl FnOnce(&mut Times)) {
        let mut times = self.lock();
        change(&mut times);
        self.armed.store(true, Ordering::Release);
    }

    /// Nothing panics under this lock.
    fn lock(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long to wait between two looks for clients that may be overdue by `limit`: late by an eighth.
pub(super) fn often_enough(limit: Duration) -> Duration {
    (limit / 8).clamp(Duration::from_millis(10), Duration::from_secs(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_deadline_is_the_limit_and_each_is_due_once() {
        let deadlines = Deadlines::default();
        assert_eq!(deadlines.limit(), None);
        let now = Instant::now();
        let second = Duration::from_secs(1);
        deadlines.accept_at(now + 2 * second, 7);
        assert!(deadlines.look_by(now + second), "it is the first");
        assert!(!deadlines.look_by(now + 3 * second), "an earlier look will see it");
        assert!(deadlines.limit().expect("there are two") <= second);
        assert_eq!(deadlines.take_due(now + second), Due { accept: None, look: true });
        assert_eq!(deadlines.take_due(now + 3 * second), Due { accept: Some(7), look: false });
        assert_eq!(deadlines.limit(), None);
    }
}
