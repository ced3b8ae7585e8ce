//! What a handler costs, as a moving average: it decides whether to share.
//!
//! To wake a thread costs the waker a few microseconds and reaches another core some 25 µs later. A
//! handler that takes less is better done at once, one that takes more is better shared.

use std::time::{Duration, Instant};

use super::lease::Pace;

/// From here on it pays to share a batch: about three times what a wake-up costs the waker.
pub const COSTLY: Duration = Duration::from_micros(6);

/// From here on it pays to have somebody watch meanwhile, even if the batch holds nothing else:
/// about twice the time until the other is awake.
pub const LONG: Duration = Duration::from_micros(50);

/// One handler call in so many is timed: to ask the clock twice costs some 40 ns.
const SAMPLED: u32 = 8;

/// A sample counts for no more than this. So one outlier, however long, is forgotten after some
/// fifteen samples: it is the watcher's business, not the average's.
const MOST: Duration = Duration::from_micros(400);

/// The moving average of one thread.
#[derive(Debug, Default)]
pub struct Cost {
    average_ns: u32,
    /// Calls until the next one that is timed.
    until_sample: u32,
}

impl Cost {
    /// Runs a handler, and times it now and then.
    pub fn of<T>(&mut self, handler: impl FnOnce() -> T) -> T {
        if self.until_sample > 0 {
            self.until_sample -= 1;
            return handler();
        }
        let begun = Instant::now();
        let outcome = handler();
        self.note(begun.elapsed());
        outcome
    }

    /// Takes a sample into the average, with the weight of one eighth.
    fn note(&mut self, took: Duration) {
        let sample = took.min(MOST).as_nanos() as u32;
        self.average_ns = self.average_ns - self.average_ns / 8 + sample / 8;
        // A costly handler can well bear to be timed each time, and then a change shows sooner.
        self.until_sample = if self.pace() == Pace::Quick { SAMPLED - 1 } else { 0 };
    }

    /// What the average says.
    pub fn pace(&self) -> Pace {
        match Duration::from_nanos(self.average_ns.into()) {
            average if average >= LONG => Pace::Long,
            average if average >= COSTLY => Pace::Costly,
            _ => Pace::Quick,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(samples: impl IntoIterator<Item = u64>) -> Cost {
        let mut cost = Cost::default();
        samples.into_iter().for_each(|us| cost.note(Duration::from_micros(us)));
        cost
    }

    #[test]
    fn the_average_follows_what_handlers_take() {
        assert_eq!(after([1; 100]).pace(), Pace::Quick);
        assert_eq!(after([20; 20]).pace(), Pace::Costly);
        assert_eq!(after([200; 20]).pace(), Pace::Long);
        assert_eq!(after([200; 20].into_iter().chain([1; 40])).pace(), Pace::Quick);
    }

    #[test]
    fn one_outlier_is_soon_forgotten() {
        let with_outlier = after([1; 10].into_iter().chain([20_000]));
        assert_ne!(with_outlier.pace(), Pace::Quick);
        assert_eq!(after([1; 10].into_iter().chain([20_000]).chain([1; 20])).pace(), Pace::Quick);
    }

    #[test]
    fn quick_handlers_are_rarely_timed() {
        let mut cost = after([1]);
        let timed = (0..80).filter(|_| {
            cost.of(|| ());
            cost.until_sample == SAMPLED - 1
        });
        assert_eq!(timed.count(), 10);
    }
}
