//! An axis: from figures to places.

use std::ops::Range;

use super::chart::brief;

/// Lines across the field of an ordinary axis, about.
const LINES: f64 = 5.0;

/// An axis.
pub struct Scale {
    least: f64,
    most: f64,
    log: bool,
    place: Range<f64>,
}

impl Scale {
    /// An axis that shows all of `figures`, from `place.start` to `place.end`.
    pub fn of(figures: impl Iterator<Item = f64>, log: bool, place: Range<f64>) -> Scale {
        let (least, most) = figures.fold((f64::MAX, f64::MIN), |(least, most), figure| {
            (least.min(figure), most.max(figure))
        });
        // A little beyond the figures; a single one shall have an axis, too.
        let (least, most) = match log {
            true => (least.clamp(1e-3, 1e12) / 1.15, most.clamp(1e-3, 1e12) * 1.15),
            false => (0.0, most.clamp(1e-3, 1e12) * 1.06),
        };
        Scale { least, most, log, place }
    }

    /// Where this figure is.
    pub fn at(&self, figure: f64) -> f64 {
        let part = match self.log {
            true => (figure.max(self.least) / self.least).ln() / (self.most / self.least).ln(),
            false => (figure - self.least) / (self.most - self.least),
        };
        self.place.start + part * (self.place.end - self.place.start)
    }

    /// Round figures for lines across the field: their places and their names.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let figures = if self.log { self.powers() } else { self.steps() };
        let within = figures.into_iter().filter(|tick| (self.least..=self.most).contains(tick));
        within.map(|tick| (self.at(tick), brief(tick))).collect()
    }

    /// Powers of ten; with few of them also twice and five times these.
    fn powers(&self) -> Vec<f64> {
        let decades = (self.least.log10().floor() as i32)..=(self.most.log10().ceil() as i32);
        let few = (self.most / self.least).log10() < 2.5;
        let parts: &[f64] = if few { &[1.0, 2.0, 5.0] } else { &[1.0] };
        decades.flat_map(|ten| parts.iter().map(move |part| part * 10_f64.powi(ten))).collect()
    }

    fn steps(&self) -> Vec<f64> {
        let rough = self.most / LINES;
        let ten = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * ten);
        let step = step.into_iter().find(|step| *step >= rough).unwrap_or(rough);
        (0..=(self.most / step) as usize).map(|number| number as f64 * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_go_from_one_end_to_the_other() {
        let scale = Scale::of([0.0, 100.0].into_iter(), false, 200.0..0.0);
        assert_eq!(scale.at(0.0), 200.0);
        assert!((scale.at(106.0)).abs() < 1e-9);
        let log = Scale::of([1.0, 10_000.0].into_iter(), true, 0.0..100.0);
        assert!((log.at(100.0) - 50.0).abs() < 1e-9, "{}", log.at(100.0));
    }

    #[test]
    fn lines_are_at_round_figures() {
        let names = |scale: Scale| -> Vec<String> {
            scale.ticks().into_iter().map(|(_, name)| name).collect()
        };
        let plain = Scale::of([173_000.0].into_iter(), false, 0.0..1.0);
        assert_eq!(names(plain), ["0", "50k", "100k", "150k"]);
        let log = Scale::of([1.0, 10_000.0].into_iter(), true, 0.0..1.0);
        assert_eq!(names(log), ["1", "10", "100", "1k", "10k"]);
        let narrow = Scale::of([1.0, 16.0].into_iter(), true, 0.0..1.0);
        assert_eq!(names(narrow), ["1", "2", "5", "10"]);
    }
}
