//! How the requests ended, counted while they run.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Why a request failed: during which step, and of what kind the error was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failure {
    /// What the client was about.
    pub step: &'static str,
    /// What happened then.
    pub kind: io::ErrorKind,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} while {}", self.kind, self.step)
    }
}

/// How the requests ended.
///
/// The counts are independent of each other and publish no other data, so `Relaxed` is enough: the
/// final reading comes after the clients have been joined.
#[derive(Debug, Default)]
pub struct Tally {
    begun: AtomicU64,
    completed: AtomicU64,
    failed: AtomicU64,
    kinds: Mutex<BTreeMap<Failure, u64>>,
}

impl Tally {
    /// Takes one of `all` requests, unless all are taken.
    pub fn take(&self, all: u64) -> bool {
        self.begun.fetch_add(1, Ordering::Relaxed) < all
    }

    /// Counts how a request ended.
    pub fn count(&self, outcome: Result<(), Failure>) {
        match outcome {
            Ok(()) => {
                self.completed.fetch_add(1, Ordering::Relaxed);
            }
            Err(failure) => {
                self.failed.fetch_add(1, Ordering::Relaxed);
                *self.kinds().entry(failure).or_default() += 1;
            }
        }
    }

    /// Requests whose every byte came back.
    pub fn completed(&self) -> u64 {
        self.completed.load(Ordering::Relaxed)
    }

    /// All others that have ended.
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// The failures by kind, the most frequent first.
    pub fn failures(&self) -> Vec<(Failure, u64)> {
        let mut failures: Vec<_> =
            self.kinds().iter().map(|(kind, count)| (*kind, *count)).collect();
        failures.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        failures
    }

    /// Nothing panics under this lock: a poisoned one still holds the right counts.
    fn kinds(&self) -> MutexGuard<'_, BTreeMap<Failure, u64>> {
        self.kinds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_is_taken_once_and_failures_are_counted_by_kind() {
        let tally = Tally::default();
        assert_eq!((0..10).filter(|_| tally.take(3)).count(), 3);
        let reset = Failure { step: "waiting", kind: io::ErrorKind::ConnectionReset };
        let refused = Failure { step: "connecting", kind: io::ErrorKind::ConnectionRefused };
        for outcome in [Ok(()), Err(refused), Err(reset), Err(reset)] {
            tally.count(outcome);
        }
        assert_eq!((tally.completed(), tally.failed()), (1, 3));
        assert_eq!(tally.failures(), [(reset, 2), (refused, 1)]);
        assert_eq!(reset.to_string(), "connection reset while waiting");
    }
}
