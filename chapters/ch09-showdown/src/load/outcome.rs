//! What a measurement has brought.

use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;

use super::failure::Kind;
use super::tally::{Failures, Tally};

/// Latencies at a glance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Latencies {
    /// Half of all were not longer.
    pub p50: Duration,
    /// 90 of 100.
    pub p90: Duration,
    /// 99 of 100.
    pub p99: Duration,
    /// 999 of 1,000.
    pub p999: Duration,
    /// All.
    pub max: Duration,
    /// The mean.
    pub mean: Duration,
}

impl Latencies {
    /// Reads them from a histogram of nanoseconds; an empty one has only zeros.
    pub fn of(histogram: &Histogram<u64>) -> Latencies {
        let at = |quantile| Duration::from_nanos(histogram.value_at_quantile(quantile));
        Latencies {
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: Duration::from_nanos(histogram.max()),
            mean: Duration::from_nanos(histogram.mean() as u64),
        }
    }
}

/// What a measurement has brought.
#[derive(Clone)]
pub struct Outcome {
    /// Clients that were connected when it began.
    pub connected: usize,
    /// Messages answered, whole and right.
    pub answered: u64,
    /// Messages a second, answered in time.
    pub rate: f64,
    /// How long it took.
    pub window: Duration,
    /// Processor time that the clients have used; `None` where the system does not tell.
    pub cpu: Option<Duration>,
    /// From when a message should have been sent.
    pub latency: Histogram<u64>,
    /// From when it was sent; `None` in a closed loop, where that is the same.
    pub uncorrected: Option<Histogram<u64>>,
    /// Messages of the client that got the fewest, and of the one that got the most.
    pub fewest_and_most: (u64, u64),
    /// Failed connections.
    pub failures: BTreeMap<Kind, Failures>,
    /// Open loop: messages that were due and never could be sent.
    pub unsent: u64,
    /// Whether it was told to end before its time.
    pub halted: bool,
}

impl Outcome {
    /// Puts together what the workers have seen.
    pub(super) fn of<'a>(
        tallies: impl Iterator<Item = &'a Tally>,
        connected: usize,
        per_client: &[u64],
        halted: bool,
    ) -> Outcome {
        let (mut all, mut rate) = (Tally::new(), 0.0);
        for tally in tallies {
            all.merge(tally);
            // Each worker has a window of its own; they differ when messages are counted.
            rate += tally.in_time as f64 / tally.window.as_secs_f64().max(1e-9);
        }
        let uncorrected = Some(all.uncorrected).filter(|histogram| !histogram.is_empty());
        Outcome {
            connected,
            answered: all.answered,
            rate,
            window: all.window,
            cpu: all.cpu,
            latency: all.latency,
            uncorrected,
            fewest_and_most: (
                per_client.iter().copied().min().unwrap_or(0),
                per_client.iter().copied().max().unwrap_or(0),
            ),
            failures: all.failures,
            unsent: all.unsent,
            halted,
        }
    }

    /// Lets go of the histograms, a quarter of a mebibyte each, once they have been read.
    pub fn forget_histograms(&mut self) {
        self.latency = Histogram::new_with_bounds(1, 2, 1).expect("the smallest there is");
        self.uncorrected = None;
    }

    /// Failed connections, of all kinds.
    pub fn failed(&self) -> u64 {
        self.failures.values().map(|failures| failures.count).sum()
    }

    /// Nothing, or one line with what went wrong.
    pub fn complaint(&self) -> Option<String> {
        let kinds = self
            .failures
            .iter()
            .map(|(kind, failures)| format!("{kind} × {} ({})", failures.count, failures.example));
        let kinds: Vec<_> = kinds.collect();
        (!kinds.is_empty()).then(|| kinds.join("; "))
    }
}
