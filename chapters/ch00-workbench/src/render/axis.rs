//! The time axis: round ticks.

/// More ticks than that crowd the axis.
const MOST_TICKS: f64 = 10.0;

/// Where the ticks of an axis from 0 to `end_ms` are, each with its label.
///
/// The distance is 1, 2 or 5 times a power of ten, as small as leaves at most ten of them.
pub(crate) fn ticks(end_ms: f64) -> Vec<(f64, String)> {
    let least = end_ms / MOST_TICKS;
    let power = 10_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = step.into_iter().find(|step| *step >= least * 0.999_999);
    let step = step.unwrap_or(10.0 * power);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let count = (end_ms / step + 1e-6).floor() as usize;
    (0..=count).map(|tick| tick as f64 * step).map(|at| (at, format!("{at:.decimals$}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(end_ms: f64) -> Vec<String> {
        ticks(end_ms).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(labels(10.0).len(), 11);
        assert_eq!(labels(450.0)[1], "50");
        assert_eq!(labels(1_234.0)[1], "200");
        assert_eq!(labels(0.35)[1], "0.05");
    }

    #[test]
    fn there_are_never_too_many_or_too_few() {
        let mut end = 0.001;
        while end < 1e7 {
            let count = ticks(end).len();
            assert!((4..=11).contains(&count), "{count} ticks up to {end}");
            end *= 1.37;
        }
    }
}
