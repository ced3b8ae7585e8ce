//! What many measurements of one thing say together.

/// The middle of some figures, and how far they go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// As many are below as above.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Spread {
    /// Of figures in any order; `None` if there are none.
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut sorted: Vec<f64> = figures.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (least, most) = (*sorted.first()?, *sorted.last()?);
        let middle = sorted.len() / 2;
        let median = match sorted.len() % 2 {
            1 => sorted[middle],
            _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
        };
        Some(Spread { median, least, most })
    }
}

// ANCHOR: ratios
/// The ratios of figures to those of a base, round by round: the machine of a moment is the same
/// for both. A round that lacks one of the two counts for nothing.
pub fn ratios(figures: &[Option<f64>], base: &[Option<f64>]) -> Vec<f64> {
    let pairs = figures.iter().zip(base);
    pairs.filter_map(|(figure, base)| Some(figure.as_ref()? / base.filter(|b| *b > 0.0)?)).collect()
}
// ANCHOR_END: ratios

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle_whatever_the_order() {
        assert_eq!(Spread::of([]), None);
        let one = Spread { median: 4.0, least: 4.0, most: 4.0 };
        assert_eq!(Spread::of([4.0]), Some(one));
        let odd = Spread { median: 2.0, least: 1.0, most: 9.0 };
        assert_eq!(Spread::of([9.0, 1.0, 2.0]), Some(odd));
        let even = Spread { median: 2.5, least: 1.0, most: 9.0 };
        assert_eq!(Spread::of([3.0, 9.0, 1.0, 2.0]), Some(even));
    }

    #[test]
    fn a_ratio_is_taken_within_a_round() {
        // The machine was twice as fast in the second round: that must not show.
        let (ours, base) = ([Some(110.0), Some(220.0)], [Some(100.0), Some(200.0)]);
        assert_eq!(ratios(&ours, &base), [1.1, 1.1]);
    }

    #[test]
    fn a_round_without_a_partner_counts_for_nothing() {
        let (ours, base) = ([Some(1.0), None, Some(3.0), Some(4.0)], [None, Some(2.0), Some(2.0)]);
        assert_eq!(ratios(&ours, &base), [1.5]);
        assert_eq!(ratios(&[Some(1.0)], &[Some(0.0)]), [] as [f64; 0]);
    }
}
