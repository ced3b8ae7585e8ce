//! A plot: axes, curves and their names, as a small SVG.
//!
//! It has classes and variables in place of colours: in the book, the theme sets these; by itself, a
//! plot falls back on the colours in [`STYLE`].

use std::fmt::Write;

use super::scale::Scale;
use crate::compare::sweeps::Curve;

/// Units across: as wide as a telephone, so that letters of 12 units are legible there.
const WIDTH: f64 = 360.0;

// The field of the curves.
const LEFT: f64 = 44.0;
const RIGHT: f64 = 350.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 230.0;

/// The legend: where it begins, how high a line is, how wide a name.
const LEGEND: f64 = 282.0;
const ROW: f64 = 17.0;
const COLUMN: f64 = 172.0;

/// Colours of curves; who comes after the last has the first again, and dashes.
const COLOURS: usize = 6;

/// What the classes mean. Colours: those of the book's states, which every theme has.
const STYLE: &str = "<style>\
    .plot text{font:12px 'Open Sans',sans-serif;fill:var(--dg-ink,#555)}\
    .plot .plot-grid{stroke:var(--dg-quiet,#888);stroke-width:.5;opacity:.4}\
    .plot .plot-axis{stroke:var(--dg-line,#666);fill:none}\
    .plot .plot-curve{fill:none;stroke-width:1.6}\
    .plot .plot-dashed{stroke-dasharray:5 3}\
    .plot .plot-dotted{stroke-dasharray:1.5 2.5}\
    .plot .plot-1{stroke:var(--dg-leader,#c76a10)}\
    .plot .plot-2{stroke:var(--dg-processing,#0a8f68)}\
    .plot .plot-3{stroke:var(--dg-follower,#2b7fd0)}\
    .plot .plot-4{stroke:var(--dg-idle,#7d868f)}\
    .plot .plot-5{stroke:var(--dg-waiting,#9a5fc4)}\
    .plot .plot-6{stroke:var(--dg-danger,#d6453c)}\
    </style>";

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
    /// Draws it; `stem` is the file's name, which begins all its ids.
    pub fn svg(&self, stem: &str) -> String {
        let points = || self.curves.iter().flat_map(|curve| curve.points.iter().copied());
        let across = Scale::of(points().map(|point| point.0), self.log_across, LEFT..RIGHT);
        let up = Scale::of(points().map(|point| point.1), self.log_up, BOTTOM..TOP);
        let mut svg = self.head(stem);
        for (at, name) in across.ticks() {
            line(&mut svg, "plot-grid", [(at, TOP), (at, BOTTOM)]);
            text(&mut svg, "", (at, BOTTOM + 15.0), &name);
        }
        for (at, name) in up.ticks() {
            line(&mut svg, "plot-grid", [(LEFT, at), (RIGHT, at)]);
            text(&mut svg, "end", (LEFT - 4.0, at + 4.0), &name);
        }
        line(&mut svg, "plot-axis", [(LEFT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)]);
        text(&mut svg, "name", (WIDTH / 2.0, 14.0), &self.title);
        text(&mut svg, "remark start", (4.0, TOP - 10.0), self.up);
        text(&mut svg, "remark", (WIDTH / 2.0, BOTTOM + 34.0), self.across);
        for (number, curve) in self.curves.iter().enumerate() {
            let points: Vec<_> =
                curve.points.iter().map(|point| (across.at(point.0), up.at(point.1))).collect();
            line(&mut svg, &class_of(number), points);
            let (x, y) = self.place(number);
            line(&mut svg, &class_of(number), [(x, y - 4.0), (x + 22.0, y - 4.0)]);
            text(&mut svg, "start", (x + 28.0, y), curve.server);
        }
        svg + "</svg>\n"
    }

    fn head(&self, stem: &str) -> String {
        let height = self.place(self.curves.len().saturating_sub(1)).1 + 8.0;
        let (title, words) = (escaped(&self.title), escaped(&self.told()));
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             aria-labelledby=\"{stem}-title {stem}-desc\" xmlns=\"http://www.w3.org/2000/svg\">\n\
             <title id=\"{stem}-title\">{title}</title>\n<desc id=\"{stem}-desc\">{words}</desc>\n\
             {STYLE}\n"
        )
    }

    /// The plot in words: where each curve begins and ends.
    fn told(&self) -> String {
        let mut words = format!("A curve for each server: {} over {}.", self.up, self.across);
        for curve in &self.curves {
            let (Some(first), Some(last)) = (curve.points.first(), curve.points.last()) else {
                continue;
            };
            let [a, b, c, d] = [first.1, first.0, last.1, last.0].map(brief);
            let _ = write!(words, " {}: {a} at {b}, {c} at {d}.", curve.server);
        }
        words
    }

    /// Where the name of a curve stands: two columns, filled line by line.
    fn place(&self, number: usize) -> (f64, f64) {
        (8.0 + COLUMN * (number % 2) as f64, LEGEND + ROW * (number / 2) as f64)
    }
}

fn class_of(number: usize) -> String {
    let dashes = ["", " plot-dashed", " plot-dotted"][number / COLOURS % 3];
    format!("plot-curve plot-{}{dashes}", number % COLOURS + 1)
}

fn line(svg: &mut String, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
    let points: Vec<String> = points.into_iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let points = points.join(" ");
    let _ = writeln!(svg, "<polyline class=\"{class}\" points=\"{points}\"/>");
}

fn text(svg: &mut String, class: &str, (x, y): (f64, f64), words: &str) {
    let words = escaped(words);
    let (middle, anchor) = ("text-anchor=\"middle\"", class.split(' ').next_back());
    let anchor = match anchor {
        Some("start") => "",
        Some("end") => "text-anchor=\"end\"",
        _ => middle,
    };
    let class = if class.is_empty() { String::new() } else { format!("class=\"{class}\"") };
    let _ = writeln!(svg, "<text {class} {anchor} x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>");
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;")
}

/// A figure as an axis or a sentence shows it.
pub(super) fn brief(figure: f64) -> String {
    let rounded = |figure: f64| match figure {
        figure if figure >= 100.0 => format!("{figure:.0}"),
        figure => format!("{figure:.1}").trim_end_matches(".0").to_owned(),
    };
    match figure {
        figure if figure >= 1e6 => format!("{}M", rounded(figure / 1e6)),
        figure if figure >= 1e3 => format!("{}k", rounded(figure / 1e3)),
        figure if figure > 0.0 && figure < 0.1 => format!("{figure:.3}"),
        figure => rounded(figure),
    }
}
