//! Exercise 9.1: a percentile from a histogram
//!
//! A load of a minute has millions of latencies. Nobody keeps them all: a histogram counts how many
//! fell into each of some hundred ranges, and percentiles are read off the counts. That is where
//! many a fine number comes from that was never measured.
//!
//! What holds when you are done:
//!
//! * A value is counted in the first bucket whose bound it does not exceed. What exceeds all bounds
//!   is counted too.
//! * The percentile for a share is the smallest bound that at least that share of all values does
//!   not exceed: of three values, the median is the second. It is at least one value's: the share 0
//!   asks for the smallest.
//! * It is never more than the largest value that was recorded: a bound that no value has reached
//!   is not a latency that anybody saw.
//! * Counts may be as large as a `u64` holds, and shares as fine as a millionth: no rounding on the
//!   way.
//! * Two histograms added are as if all values had been recorded into one. (Two *percentiles*
//!   cannot be added, nor averaged.)

/// Counts of values, by range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// The largest value that each bucket takes, ascending.
    bounds: Vec<u64>,
    /// How many values each bucket has; one bucket more than bounds, for what exceeds them all.
    counts: Vec<u64>,
    /// The largest value recorded.
    largest: u64,
}

/// A share of all values, in millionths: p99.9 is 999,000.
pub type Millionths = u32;

impl Histogram {
    /// A histogram with these upper bounds, which must ascend, and nothing in it.
    pub fn new(bounds: &[u64]) -> Histogram {
        assert!(bounds.is_sorted_by(|low, high| low < high), "bounds must ascend");
        let counts = vec![0; bounds.len() + 1];
        Histogram { bounds: bounds.to_vec(), counts, largest: 0 }
    }

    /// How many values were recorded.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Counts `value`, `times` over.
    pub fn record(&mut self, value: u64, times: u64) {
        //@ stub
        //@ | todo!("exercise 9.1: find the bucket, count, and remember the largest")
        let bucket = self.bounds.partition_point(|bound| *bound < value);
        self.counts[bucket] += times;
        if times > 0 {
            self.largest = self.largest.max(value);
        }
        //@ end
    }

    /// The value that at least `share` of all values do not exceed; `None` if there are none.
    pub fn percentile(&self, share: Millionths) -> Option<u64> {
        //@ stub
        //@ | todo!("exercise 9.1: which one, counted from the smallest, and in which bucket?")
        let rank = (u128::from(self.len()) * u128::from(share)).div_ceil(1_000_000).max(1);
        let mut counted = 0;
        let bucket = self.counts.iter().position(|count| {
            counted += u128::from(*count);
            counted >= rank
        })?;
        Some(self.bounds.get(bucket).map_or(self.largest, |bound| self.largest.min(*bound)))
        //@ end
    }

    /// Adds another histogram's values.
    ///
    /// # Panics
    /// If the bounds differ.
    pub fn add(&mut self, other: &Histogram) {
        //@ stub
        //@ | todo!("exercise 9.1: as if its values had been recorded here")
        assert_eq!(self.bounds, other.bounds, "these histograms count by other ranges");
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.largest = self.largest.max(other.largest);
        //@ end
    }
}
