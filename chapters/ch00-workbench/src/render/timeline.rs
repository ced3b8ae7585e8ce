//! The timeline: one lane per thread over real time, as SVG.
//!
//! Inlined into a page it takes the page's colour (`currentColor`); as a file of its own it is
//! its document's `:root` and brings its own ground, light or dark as the reader prefers.

use std::fmt::Write;
use std::time::Duration;

use super::axis::ticks;
use super::lanes::{Lane, lanes_of, leave_out, ms};
use super::legend::Legend;
use super::look::{STYLE, pattern};
use super::text::{counted, xml};
use crate::Entry;

/// Units of the drawing, which are pixels at its natural size.
const WIDTH: f64 = 960.0;
const MARGIN: f64 = 16.0;
pub(super) const TOP: f64 = 48.0;
pub(super) const LANE: f64 = 28.0;
const LEGEND_LINE: f64 = 24.0;
/// An average character at the size of the text.
pub(super) const CHARACTER: f64 = 7.0;

/// Longer names are cut, and whole when pointed at.
pub(super) const MAX_NAME: usize = 24;

/// Draws the journal as an SVG document (without XML declaration, so that it can be inlined).
///
/// Each bar and each mark tells more when pointed at. Lanes beyond 100, and bars and marks
/// beyond 5,000, are left out, and counted in one line.
pub fn timeline_svg(entries: &[Entry], title: &str) -> String {
    let legend = Legend::of(entries);
    let mut lanes = lanes_of(entries, &legend);
    let desc = describe(&lanes, &legend, last_of(entries));
    let left_out = leave_out(&mut lanes);
    let names = lanes.iter().map(|lane| lane.thread.chars().count());
    let name_width = names.max().unwrap_or(0).min(MAX_NAME) as f64 * CHARACTER;
    let drawing = Drawing {
        id: format!("j{:08x}", hash(title) ^ hash(&desc)),
        left: MARGIN + name_width + 10.0,
        end_ms: (ms(last_of(entries)) * 1.02).max(0.01),
        bottom: TOP + lanes.len() as f64 * LANE,
        legend,
        lanes,
    };
    drawing.draw(title, &desc, left_out.as_deref())
}

pub(super) struct Drawing {
    /// Begins all ids, as a page may hold several drawings.
    pub(super) id: String,
    /// Where the time axis begins.
    pub(super) left: f64,
    /// Where it ends.
    end_ms: f64,
    /// Where the lanes end.
    bottom: f64,
    pub(super) legend: Legend,
    lanes: Vec<Lane>,
}

impl Drawing {
    fn draw(&self, title: &str, desc: &str, left_out: Option<&str>) -> String {
        let mut body = String::new();
        self.draw_axis(&mut body);
        for (number, lane) in self.lanes.iter().enumerate() {
            self.draw_lane(&mut body, number, lane);
        }
        let mut y = self.draw_legend(&mut body);
        if let Some(text) = left_out {
            let _ = writeln!(body, "<text x=\"{MARGIN}\" y=\"{y:.0}\">{text}</text>");
            y += LEGEND_LINE;
        }
        let (id, title, desc) = (&self.id, xml(title), xml(desc));
        let patterns: String = (0..self.legend.names().len())
            .map(|state| pattern(&format!("{id}s{state}"), state))
            .collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"journal\" role=\"img\" \
             aria-labelledby=\"{id}t {id}d\" viewBox=\"0 0 {WIDTH} {y:.0}\" \
             width=\"{WIDTH}\" height=\"{y:.0}\" style=\"max-width:100%;height:auto\">\n\
             <title id=\"{id}t\">{title}</title>\n<desc id=\"{id}d\">{desc}</desc>\n\
             <style>{STYLE}</style>\n<defs>\n{patterns}</defs>\n\
             <text class=\"t\" x=\"{MARGIN}\" y=\"24\">{title}</text>\n{body}</svg>\n"
        )
    }

    /// Where a time is on the axis.
    pub(super) fn x(&self, at: Duration) -> f64 {
        self.left + ms(at) / self.end_ms * (WIDTH - MARGIN - self.left)
    }

    fn draw_axis(&self, body: &mut String) {
        let (top, bottom) = (TOP - 6.0, self.bottom + 4.0);
        for (at, label) in ticks(self.end_ms) {
            let x = self.left + at / self.end_ms * (WIDTH - MARGIN - self.left);
            let _ = writeln!(
                body,
                "<path class=\"g\" d=\"M{x:.1} {top}V{bottom}\"/>\
                 <text class=\"x\" x=\"{x:.1}\" y=\"{:.0}\">{label}</text>",
                bottom + 14.0
            );
        }
        let (x, y) = (self.left - 14.0, bottom + 14.0);
        let _ = writeln!(body, "<text class=\"x n\" x=\"{x:.1}\" y=\"{y:.0}\">ms</text>");
    }

    /// Draws the legend and returns where the next line goes.
    fn draw_legend(&self, body: &mut String) -> f64 {
        let mut x = MARGIN;
        let mut y = self.bottom + 46.0;
        let states = self.legend.names().enumerate();
        for (state, name) in states {
            let width = 28.0 + name.chars().count() as f64 * CHARACTER + 18.0;
            if x > MARGIN && x + width > WIDTH - MARGIN {
                x = MARGIN;
                y += LEGEND_LINE;
            }
            let _ = writeln!(
                body,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"22\" height=\"14\" rx=\"2\" fill=\"url(#{}s{state})\"/>\
                 <text x=\"{:.1}\" y=\"{y:.0}\">{}</text>",
                y - 11.0,
                self.id,
                x + 28.0,
                xml(name)
            );
            x += width;
        }
        y + LEGEND_LINE
    }
}

fn describe(lanes: &[Lane], legend: &Legend, last: Duration) -> String {
    let spans = lanes.iter().map(|lane| lane.spans.len()).sum();
    let messages = lanes.iter().map(|lane| lane.messages.len()).sum();
    let names: Vec<&str> = legend.names().collect();
    format!(
        "{}, {} and {} in {:.1} ms. States: {}.",
        counted(lanes.len(), "thread"),
        counted(spans, "state change"),
        counted(messages, "message"),
        ms(last),
        names.join(", ")
    )
}

fn last_of(entries: &[Entry]) -> Duration {
    entries.iter().map(|entry| entry.at).max().unwrap_or_default()
}

/// FNV-1a: short, and the same on every run, unlike the standard library's.
fn hash(text: &str) -> u32 {
    let step = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, step)
}
