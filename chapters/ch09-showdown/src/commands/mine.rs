//! `load --mine`: the learner's histogram (exercise 9.1) reads the same latencies.

use std::time::Duration;

use anyhow::ensure;
use ch09_showdown::exercises::percentile::{Histogram, Millionths};
use ch09_showdown::load::report::brief;

/// The percentiles that the report shows, too.
const SHARES: [(&str, Millionths); 4] =
    [("p50", 500_000), ("p90", 900_000), ("p99", 990_000), ("p99.9", 999_000)];

/// The first bound, in nanoseconds; each further one is a twentieth more.
const FIRST: u64 = 1_000;

/// The last bound, in nanoseconds: a minute and more.
const LAST: u64 = 100_000_000_000;

/// Refuses, if there is no answer to use yet.
///
/// # Errors
/// What to do first.
pub fn check() -> anyhow::Result<()> {
    ensure!(
        !cfg!(waiting = "percentile"),
        "--mine: your histogram (9.1) is not there yet; `cargo learn` shows the next exercise"
    );
    Ok(())
}

/// The percentiles, as the learner's histogram has them.
pub fn percentiles(latency: &hdrhistogram::Histogram<u64>) -> String {
    let bounds: Vec<u64> = std::iter::successors(Some(FIRST), |bound| Some(bound + bound / 20))
        .take_while(|bound| *bound < LAST)
        .collect();
    let mut yours = Histogram::new(&bounds);
    for value in latency.iter_recorded() {
        yours.record(value.value_iterated_to(), value.count_at_value());
    }
    let told = SHARES.map(|(name, share)| {
        let value = yours.percentile(share).map(Duration::from_nanos);
        format!("{name} {}", value.map_or_else(|| "none".to_owned(), brief))
    });
    format!("yours (9.1)  {}", told.join(", "))
}
