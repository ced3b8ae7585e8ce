//! The results as plots: SVG, drawn without any font of this machine.

use std::fs;
use std::path::Path;

use anyhow::Context;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::rounds::Results;
use super::sweeps::{Curve, Sweeps, WORKS};
use super::trial::Sample;

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
struct Plot<'a> {
    title: String,
    across: &'a str,
    up: &'a str,
    curves: Vec<Curve>,
    log_across: bool,
    log_up: bool,
}

/// Draws all plots into `folder`, and says what they are called.
///
/// # Errors
/// If the folder cannot be made, or a file not be written.
pub fn draw(results: &Results, sweeps: &Sweeps, folder: &Path) -> anyhow::Result<Vec<String>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut plots = vec![
        ("clients.svg".to_owned(), throughput(results)),
        ("latency.svg".to_owned(), latencies(sweeps)),
        ("memory.svg".to_owned(), memory(results)),
    ];
    for work in WORKS {
        let file = format!("threads-{}.svg", work.split(':').next().unwrap_or(work));
        plots.push((file, threads(sweeps, work)));
    }
    let mut drawn = Vec::new();
    for (file, plot) in plots {
        if plot.curves.iter().any(|curve| !curve.points.is_empty()) {
            let path = folder.join(&file);
            let cannot = || format!("cannot write {}", path.display());
            fs::write(&path, plot.svg()?).with_context(cannot)?;
            drawn.push(file);
        }
    }
    Ok(drawn)
}

/// A curve over the numbers of clients for each server.
fn over_clients(results: &Results, figure: fn(&Sample) -> Option<f64>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for cell in &results.cells {
        let Some(spread) = cell.spread(figure) else { continue };
        let point = (cell.connections as f64, spread.median);
        match curves.iter_mut().find(|curve| curve.server == cell.server.name) {
            Some(curve) => curve.points.push(point),
            None => {
                let (server, of) = (cell.server.name, String::new());
                curves.push(Curve { server, of, points: vec![point] });
            }
        }
    }
    curves
}

fn throughput(results: &Results) -> Plot<'static> {
    Plot {
        title: format!("Throughput, messages of {} bytes", results.plan.payload),
        across: "clients",
        up: "messages a second",
        curves: over_clients(results, Sample::rate),
        log_across: true,
        log_up: false,
    }
}

fn memory(results: &Results) -> Plot<'static> {
    let mut curves = over_clients(results, |sample| Some(sample.bytes_a_connection()? / 1024.0));
    for curve in &mut curves {
        // With a few clients it is the program's own memory that is measured.
        curve.points.retain(|(clients, kib)| *clients >= 50.0 && *kib > 0.0);
    }
    Plot {
        title: "What a connection adds to the server's memory".to_owned(),
        across: "clients",
        up: "KiB a connection",
        curves,
        log_across: true,
        log_up: true,
    }
}

fn threads(sweeps: &Sweeps, work: &str) -> Plot<'static> {
    let curves = sweeps.threads.iter().filter(|curve| curve.of == work).cloned().collect();
    let kind = match work.split(':').next() {
        Some("sleep") => "requests that wait",
        Some("spin") => "requests that compute",
        _ => "short requests",
    };
    Plot {
        title: format!("Throughput by threads, {kind} ({work})"),
        across: "threads",
        up: "messages a second",
        curves,
        log_across: true,
        log_up: true,
    }
}

fn latencies(sweeps: &Sweeps) -> Plot<'static> {
    let mut curves = sweeps.latencies.clone();
    for (_, quantile_and_ns) in curves.iter_mut().map(|curve| ((), &mut curve.points)) {
        // One of so many is slower: 10 stands for 90 %, 100 for 99 %.
        for (across, up) in quantile_and_ns {
            (*across, *up) = (1.0 / (1.0 - *across), *up / 1e3);
        }
    }
    let of = sweeps.latencies.first().map(|curve| curve.of.clone()).unwrap_or_default();
    Plot {
        title: format!("Latency, {of}"),
        across: "one message of so many takes longer",
        up: "microseconds",
        curves,
        log_across: true,
        log_up: true,
    }
}

impl Plot<'_> {
    fn svg(&self) -> anyhow::Result<String> {
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
