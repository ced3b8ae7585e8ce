//! The lanes of the timeline: names, bars and marks, each with what it tells when pointed at.

use std::fmt::Write;

use super::lanes::{Lane, Span, ms};
use super::palette::hue;
use super::text::{printable, shortened, xml};
use super::timeline::{CHARACTER, Drawing, LANE, MAX_NAME, TOP};

/// Height of a bar; the mark of a message goes below it, in the rest of the lane.
const BAR: f64 = 16.0;

impl Drawing {
    pub(super) fn draw_lane(&self, body: &mut String, number: usize, lane: &Lane) {
        let top = TOP + number as f64 * LANE;
        let name = xml(&shortened(&lane.thread, MAX_NAME));
        let _ = writeln!(
            body,
            "<text class=\"n\" x=\"{:.1}\" y=\"{:.1}\">{name}<title>{}</title></text>",
            self.left - 10.0,
            top + BAR - 3.0,
            xml(&lane.thread)
        );
        for span in &lane.spans {
            self.draw_span(body, top, span);
        }
        for (at, text) in &lane.messages {
            let (x, y) = (self.x(*at), top + BAR + 1.0);
            let _ = writeln!(
                body,
                "<path class=\"m\" d=\"M{x:.1} {y:.1}l4 7h-8z\"><title>{}: {} at {:.2} ms</title></path>",
                xml(&lane.thread),
                xml(text),
                ms(*at)
            );
        }
    }

    fn draw_span(&self, body: &mut String, top: f64, span: &Span) {
        let x = self.x(span.start);
        // Even a state that took no time is seen.
        let width = (self.x(span.end) - x).max(1.0);
        let state = printable(self.legend.names().nth(span.state).unwrap_or_default());
        let lasted = ms(span.end - span.start);
        let lasted = match span.ended {
            true => format!("for {lasted:.2} ms"),
            false => format!("for at least {lasted:.2} ms"),
        };
        let _ = writeln!(
            body,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{BAR}\" rx=\"2\" \
             fill=\"url(#{}s{})\"><title>{}, from {:.2} ms, {lasted}</title></rect>",
            self.id,
            span.state,
            xml(&state),
            ms(span.start)
        );
        if state.chars().count() as f64 * CHARACTER + 10.0 < width {
            let _ = writeln!(
                body,
                "<text class=\"b\" x=\"{:.1}\" y=\"{:.1}\" stroke=\"{}\">{}</text>",
                x + 5.0,
                top + 12.0,
                hue(span.state).hex,
                xml(&state)
            );
        }
    }
}
