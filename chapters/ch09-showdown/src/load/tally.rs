//! What one thread of the load has seen since the measurement began.

use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

use super::failure::{Failure, Kind};

/// The longest latency that is told from a longer one, in nanoseconds: an hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

/// Digits of a latency that are kept: it is true to a thousandth.
const DIGITS: u8 = 3;

/// Failures of one kind.
#[derive(Clone, Debug)]
pub struct Failures {
    /// How many.
    pub count: u64,
    /// The first one, in words.
    pub example: String,
}

/// What one thread of the load has seen, or all of them together.
#[derive(Clone)]
pub struct Tally {
    /// Messages answered, whole and right.
    pub answered: u64,
    /// Those of them whose answer came before the time was over.
    pub in_time: u64,
    /// Latencies in nanoseconds, from when a message *should* have been sent.
    pub latency: Histogram<u64>,
    /// Latencies from when it *was* sent; in a closed loop that is the same, and this is empty.
    pub uncorrected: Histogram<u64>,
    /// Failed connections by kind.
    pub failures: BTreeMap<Kind, Failures>,
    /// Open loop: messages whose time had come and that never could be sent.
    pub unsent: u64,
    /// From the first message to the end of the time, or to the last answer if that came first.
    pub window: Duration,
    /// Processor time that this cost the clients; `None` where the system does not tell.
    pub cpu: Option<Duration>,
}

impl Tally {
    /// Nothing seen yet. All memory that counting needs is taken here.
    pub fn new() -> Tally {
        let histogram = || Histogram::new_with_bounds(1, LONGEST_NS, DIGITS).expect("fit bounds");
        Tally {
            answered: 0,
            in_time: 0,
            latency: histogram(),
            uncorrected: histogram(),
            failures: BTreeMap::new(),
            unsent: 0,
            window: Duration::ZERO,
            cpu: None,
        }
    }

    /// Forgets all but the failures, which stay: their clients are gone for good.
    pub fn restart(&mut self) {
        self.latency.reset();
        self.uncorrected.reset();
        (self.answered, self.in_time, self.unsent) = (0, 0, 0);
        (self.window, self.cpu) = (Duration::ZERO, None);
    }

    /// Counts a failed connection.
    pub fn fail(&mut self, failure: Failure) {
        let Failure { kind, detail } = failure;
        let failures = Failures { count: 0, example: detail };
        self.failures.entry(kind).or_insert(failures).count += 1;
    }

    /// Takes up what another thread has seen in the same time.
    pub fn merge(&mut self, other: &Tally) {
        self.answered += other.answered;
        self.in_time += other.in_time;
        self.unsent += other.unsent;
        self.window = self.window.max(other.window);
        self.cpu = other.cpu.map(|cpu| cpu + self.cpu.unwrap_or_default()).or(self.cpu);
        self.latency.add(&other.latency).expect("the same bounds");
        self.uncorrected.add(&other.uncorrected).expect("the same bounds");
        for (kind, failures) in &other.failures {
            let none = Failures { count: 0, ..failures.clone() };
            self.failures.entry(*kind).or_insert(none).count += failures.count;
        }
    }
}

impl Default for Tally {
    fn default() -> Tally {
        Tally::new()
    }
}

/// A latency as the histograms count it.
pub fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).max(1)
}
