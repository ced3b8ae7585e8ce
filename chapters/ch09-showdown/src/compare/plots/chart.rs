//! A plot: axes, curves and their names.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use crate::compare::sweeps::Curve;

const SIZE: (u32, u32) = (900, 520);

/// Room at the right for the servers' names.
const LEGEND: i32 = 190;

/// Colours that are told apart by most eyes, after Paul Tol, <https://personal.sron.nl/~pault/>.
const COLOURS: [RGBColor; 9] = [
    RGBColor(51, 34, 136),
    RGBColor(204, 102, 119),
    RGBColor(17, 119, 51),
    RGBColor(136, 204, 238),
    RGBColor(136, 34, 85),
    RGBColor(170, 150, 40),
    RGBColor(68, 170, 153),
    RGBColor(170, 68, 153),
    RGBColor(110, 110, 110),
];

/// One plot: its words, its curves, and how its axes go.
pub struct Plot<'a> {
    pub title: String,
    pub across: &'a str,
    pub up: &'a str,
    pub curves: Vec<Curve>,
    pub log_across: bool,
    pub log_up: bool,
}

impl Plot<'_> {
    /// Draws it.
    pub fn svg(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            area.fill(&WHITE)?;
            let points = || self.curves.iter().flat_map(|curve| curve.points.iter().copied());
            let (left, right) = ends(points().map(|point| point.0), self.log_across);
            let (low, high) = ends(points().map(|point| point.1), self.log_up);
            let low = if self.log_up { low } else { 0.0 };
            match (self.log_across, self.log_up) {
                (true, true) => {
                    self.chart(&area, (left..right).log_scale(), (low..high).log_scale())?
                }
                (true, false) => self.chart(&area, (left..right).log_scale(), low..high)?,
                _ => self.chart(&area, left..right, low..high)?,
            }
            area.present()?;
        }
        Ok(text)
    }

    fn chart<X, Y>(
        &self,
        area: &DrawingArea<SVGBackend, Shift>,
        across: X,
        up: Y,
    ) -> anyhow::Result<()>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        let cannot = |error: DrawingAreaErrorKind<_>| anyhow::anyhow!("cannot draw: {error}");
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 22))
            .margin(12)
            .margin_right(LEGEND)
            .x_label_area_size(48)
            .y_label_area_size(84)
            .build_cartesian_2d(across, up)
            .map_err(cannot)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(self.across).y_desc(self.up).label_style(("sans-serif", 14));
        mesh.x_label_formatter(&|value| grouped(*value)).y_label_formatter(&|v| grouped(*v));
        mesh.light_line_style(TRANSPARENT).draw().map_err(cannot)?;
        for (number, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            // Who comes after the last colour is dotted: larger points, a thinner line.
            let (width, dot) = if number < COLOURS.len() { (2, 3) } else { (1, 5) };
            let style = colour.stroke_width(width);
            chart
                .draw_series(LineSeries::new(curve.points.iter().copied(), style))
                .map_err(cannot)?;
            let dots = curve.points.iter().map(|point| Circle::new(*point, dot, colour.filled()));
            chart.draw_series(dots).map_err(cannot)?;
            let (x, y) = ((SIZE.0 as i32) - LEGEND + 14, 60 + 22 * number as i32);
            area.draw(&PathElement::new(vec![(x, y), (x + 18, y)], style)).map_err(cannot)?;
            area.draw(&Circle::new((x + 9, y), dot, colour.filled())).map_err(cannot)?;
            let text = ("sans-serif", 14).into_font().color(&BLACK);
            area.draw(&Text::new(curve.server, (x + 26, y - 7), text)).map_err(cannot)?;
        }
        Ok(())
    }
}

/// Where an axis begins and ends: a little beyond the figures.
fn ends(figures: impl Iterator<Item = f64>, log: bool) -> (f64, f64) {
    let (least, most) = figures
        .fold((f64::MAX, f64::MIN), |(least, most), figure| (least.min(figure), most.max(figure)));
    if log { (least.max(1e-3) / 1.2, most.max(1e-3) * 1.2) } else { (least, most * 1.08) }
}

/// A figure as an axis shows it.
fn grouped(figure: f64) -> String {
    match figure {
        figure if figure >= 1e6 => format!("{}M", figure / 1e6),
        figure if figure >= 1e3 => format!("{}k", figure / 1e3),
        figure => format!("{figure}"),
    }
}
