//! What exercise 9.1 must keep.

use std::time::Duration;

use ch00_workbench::within;

use super::percentile::Histogram;

const LIMIT: Duration = Duration::from_secs(5);

/// A histogram of these values, each once.
fn of(bounds: &[u64], values: &[u64]) -> Histogram {
    let mut histogram = Histogram::new(bounds);
    values.iter().for_each(|value| histogram.record(*value, 1));
    histogram
}

const MEDIAN: u32 = 500_000;
const P99: u32 = 990_000;
const P999: u32 = 999_000;
const ALL: u32 = 1_000_000;

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn of_three_values_the_median_is_the_second() {
    within(LIMIT, || {
        let histogram = of(&[10, 20, 30, 40], &[5, 15, 25]);
        assert_eq!(
            histogram.percentile(MEDIAN),
            Some(20),
            "two of three do not exceed 20, one of three is too few"
        );
        let histogram = of(&[10, 20, 30, 40], &[5, 15, 25, 35]);
        assert_eq!(histogram.percentile(MEDIAN), Some(20), "two of four are half of them");
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn a_bound_belongs_to_its_own_bucket() {
    within(LIMIT, || {
        let histogram = of(&[10, 20, 30], &[10, 20, 25]);
        assert_eq!(histogram.percentile(333_333), Some(10), "10 does not exceed the bound 10");
        assert_eq!(histogram.percentile(MEDIAN), Some(20), "20 does not exceed the bound 20");
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn no_percentile_exceeds_the_largest_value() {
    within(LIMIT, || {
        let mut histogram = of(&[1_000, 2_000], &[100, 600]);
        assert_eq!(histogram.percentile(ALL), Some(600), "nobody has waited 1,000");
        assert_eq!(
            histogram.percentile(MEDIAN),
            Some(600),
            "600 is all that is known of that bucket"
        );
        histogram.record(1_500, 1);
        assert_eq!(
            histogram.percentile(MEDIAN),
            Some(1_000),
            "the bound of a bucket that others exceed"
        );
        assert_eq!(histogram.percentile(ALL), Some(1_500), "the largest has moved on");
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn what_exceeds_all_bounds_is_counted_too() {
    within(LIMIT, || {
        let histogram = of(&[10], &[5, 7_000, 9_000]);
        assert_eq!(histogram.len(), 3, "no value is lost");
        assert_eq!(
            histogram.percentile(MEDIAN),
            Some(9_000),
            "the last bucket ends at the largest value"
        );
        assert_eq!(histogram.percentile(100_000), Some(10));
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn a_share_of_nothing_is_the_smallest_value() {
    within(LIMIT, || {
        let mut histogram = Histogram::new(&[10, 20]);
        histogram.record(15, 1);
        assert_eq!(histogram.percentile(0), Some(15), "nobody has seen a latency up to 10");
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn nothing_recorded_has_no_percentiles() {
    within(LIMIT, || {
        let mut histogram = Histogram::new(&[10, 20]);
        assert_eq!(histogram.percentile(MEDIAN), None, "there is no value");
        histogram.record(15, 0);
        assert_eq!(histogram.percentile(ALL), None, "a value recorded no times is no value");
        histogram.record(3, 1);
        let largest = histogram.percentile(ALL);
        assert_eq!(largest, Some(3), "15 was recorded no times, and is not the largest");
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn the_rank_is_exact() {
    within(LIMIT, || {
        // 99.9 % of 1,000 are 999, and not a rounding error more.
        let mut histogram = Histogram::new(&[10, 20]);
        histogram.record(5, 999);
        histogram.record(15, 1);
        assert_eq!(histogram.percentile(P999), Some(10), "999 of 1,000 do not exceed 10");
        assert_eq!(
            histogram.percentile(P999 + 1),
            Some(15),
            "999 of 1,000 are too few for 99.9001 %"
        );
        // A double cannot tell 2^53 + 1 from 2^53.
        let mut histogram = Histogram::new(&[10, 20]);
        histogram.record(5, 1 << 53);
        histogram.record(15, 1);
        assert_eq!(histogram.percentile(ALL), Some(15), "one value is missing from the count");
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn huge_counts_overflow_nothing() {
    within(LIMIT, || {
        let mut histogram = Histogram::new(&[10, 20]);
        histogram.record(5, 9_000_000_000_000_000_000);
        histogram.record(15, 1_000_000_000_000_000);
        assert_eq!(histogram.percentile(P999), Some(10), "far more than 99.9 % do not exceed 10");
        assert_eq!(histogram.percentile(ALL), Some(15));
    });
}

#[test]
#[cfg_attr(
    waiting = "percentile",
    ignore = "exercise 9.1 waits for you in src/exercises/percentile.rs"
)]
fn added_histograms_are_as_if_recorded_into_one() {
    within(LIMIT, || {
        // Two servers: one quick and busy, one slow and idle. Their p99s' mean says nothing.
        let bounds = [10, 20, 30, 1_000];
        let mut quick = Histogram::new(&bounds);
        quick.record(5, 10_000);
        let mut slow = Histogram::new(&bounds);
        slow.record(900, 10);
        let mut all = Histogram::new(&bounds);
        all.record(5, 10_000);
        all.record(900, 10);
        quick.add(&slow);
        assert_eq!(quick, all, "added, they are not what recording all into one gives");
        assert_eq!(quick.percentile(P99), Some(10), "10 of 10,010 are less than 1 %");
        assert_eq!(quick.percentile(ALL), Some(900));
    });
}
