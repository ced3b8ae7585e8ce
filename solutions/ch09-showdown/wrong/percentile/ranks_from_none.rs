//! Wrong answer to exercise 9.1: the share 0 has the rank 0, and every bucket comes up to that, an empty one too.
//!
//! looked right: Of none of the values, every bound is exceeded by none.
//! caught by: percentile_contract::a_share_of_nothing_is_the_smallest_value
//! diagnosis: nobody has seen a latency up to 10

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
        let bucket = self.bounds.partition_point(|bound| *bound < value);
        self.counts[bucket] += times;
        if times > 0 {
            self.largest = self.largest.max(value);
        }
    }

    /// The value that at least `share` of all values do not exceed; `None` if there are none.
    pub fn percentile(&self, share: Millionths) -> Option<u64> {
        if self.is_empty() {
            return None;
        }
        let rank = (u128::from(self.len()) * u128::from(share)).div_ceil(1_000_000);
        let mut counted = 0;
        let bucket = self.counts.iter().position(|count| {
            counted += u128::from(*count);
            counted >= rank
        })?;
        Some(self.bounds.get(bucket).map_or(self.largest, |bound| self.largest.min(*bound)))
    }

    /// Adds another histogram's values.
    ///
    /// # Panics
    /// If the bounds differ.
    pub fn add(&mut self, other: &Histogram) {
        assert_eq!(self.bounds, other.bounds, "these histograms count by other ranges");
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.largest = self.largest.max(other.largest);
    }
}
