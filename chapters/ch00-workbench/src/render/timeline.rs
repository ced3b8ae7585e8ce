//! The timeline: one lane per thread over real time, as SVG.
//!
//! Inlined into a page it takes the page's colour (`currentColor`); as a file of its own it is
//! its document's `:root` and brings its own ground, light or dark as the reader prefers.

use std::fmt::Write;
use std::time::Duration;

use super::axis::ticks;
use super::lanes::{Lane, lanes_of, last_of, leave_out, ms};
use super::legend::Legend;
use super::look::{STYLE, pattern};
use super::text::{counted, printable, shortened, xml};
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
const MAX_STATE: usize = 60;

/// Draws the journal as an SVG document (without XML declaration, so that it can be inlined).
///
/// Each bar and each mark tells more when pointed at. Lanes beyond 100 and entries beyond 5,000
/// are left out, and counted in one line.
pub fn timeline_svg(entries: &[Entry], title: &str) -> String {
    let (entries, note) = leave_out(entries);
    let legend = Legend::of(entries.iter().copied());
    let lanes = lanes_of(&entries, &legend);
    let last = last_of(&entries);
    let desc = describe(&lanes, &legend, last);
    let names = lanes.iter().map(|lane| lane.thread.chars().count());
    let name_width = names.max().unwrap_or(0).clamp(4, MAX_NAME) as f64 * CHARACTER;
    let drawing = Drawing {
        id: format!("j{:08x}", hash(title) ^ hash(&desc)),
        left: MARGIN + name_width + 10.0,
        end_ms: if last.is_zero() { 1.0 } else { ms(last) * 1.02 },
        bottom: TOP + lanes.len() as f64 * LANE,
        legend,
        lanes,
    };
    drawing.draw(title, &desc, note.as_deref())
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
    fn draw(&self, title: &str, desc: &str, note: Option<&str>) -> String {
        let mut body = String::new();
        self.draw_axis(&mut body);
        for (number, lane) in self.lanes.iter().enumerate() {
            self.draw_lane(&mut body, number, lane);
        }
        let mut y = self.draw_legend(&mut body);
        if let Some(text) = note {
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
        let (x, y) = (self.left - 26.0, bottom + 14.0);
        let _ = writeln!(body, "<text class=\"x n\" x=\"{x:.1}\" y=\"{y:.0}\">ms</text>");
    }

    /// Draws the legend and returns where the next line goes.
    fn draw_legend(&self, body: &mut String) -> f64 {
        let bar = |(state, name)| {
            let fill = format!("url(#{}s{state})", self.id);
            let bar =
                format!("<rect y=\"-11\" width=\"22\" height=\"14\" rx=\"2\" fill=\"{fill}\"/>");
            (bar, shortened(&printable(name), MAX_STATE).into_owned())
        };
        let mark = "<path class=\"m\" d=\"M11-8l4 7h-8z\"/>".to_owned();
        let has_messages = self.lanes.iter().any(|lane| !lane.messages.is_empty());
        let mark = has_messages.then_some((mark, "message".to_owned()));
        let (mut x, mut y) = (MARGIN, self.bottom + 46.0);
        for (sign, name) in self.legend.names().enumerate().map(bar).chain(mark) {
            let width = 28.0 + name.chars().count() as f64 * CHARACTER + 18.0;
            if x > MARGIN && x + width > WIDTH - MARGIN {
                x = MARGIN;
                y += LEGEND_LINE;
            }
            let name = xml(&name);
            let _ = writeln!(
                body,
                "<g transform=\"translate({x:.1} {y:.0})\">{sign}<text x=\"28\">{name}</text></g>"
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
    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!(
        "{}, {} and {} in {:.1} ms. States: {}.",
        counted(lanes.len(), "thread"),
        counted(spans, "state change"),
        counted(messages, "message"),
        ms(last),
        names
    )
}

/// FNV-1a: short, and the same on every run, unlike the standard library's.
fn hash(text: &str) -> u32 {
    let step = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, step)
}
