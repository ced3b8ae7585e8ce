//! The wait graph as a picture: threads at the top, below them the latches they wait for, then the
//! jobs that could open those, and at the bottom the pools, whose arrows lead up again.
//!
//! Inlined into a page it takes the page's colour; as a file of its own it is light or dark as the
//! reader prefers. What is stuck has a thick line and the word, so that colour is never alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::dump::Dump;
use crate::graph::{Corner, Node};

const BOX_WIDTH: usize = 150;
const BOX_HEIGHT: usize = 44;
const COLUMN: usize = 170;
const ROW: usize = 104;
const TOP: usize = 52;
const MARGIN: usize = 20;

const STYLE: &str = "\
.waits{font:13px system-ui,sans-serif}\
.waits text{fill:currentColor;text-anchor:middle}\
.waits .t{font-size:15px;font-weight:600;text-anchor:start}\
.waits .r{font-size:11px;opacity:.8}\
.waits rect{fill:none;stroke:currentColor;stroke-opacity:.6;stroke-dasharray:4 3}\
.waits rect.s{stroke:#d70000;stroke-opacity:1;stroke-width:2.5;stroke-dasharray:none}\
.waits .a{fill:none;stroke:currentColor;stroke-width:1.3}\
.waits .h{fill:currentColor}\
svg.waits:root{color:#24292f;background:#fff}\
@media(prefers-color-scheme:dark){svg.waits:root{color:#e6e6e6;background:#16191d}}";

/// Draws the wait graph of a dump as an SVG document, without XML declaration.
pub fn wait_graph(dump: &Dump) -> String {
    let places = places(&dump.graph.corners);
    let width = places.values().map(|at| at.x + BOX_WIDTH).max().unwrap_or(BOX_WIDTH) + 2 * MARGIN;
    let height = places.values().map(|at| at.y + BOX_HEIGHT).max().unwrap_or(TOP) + MARGIN;
    let mut body = String::new();
    for (number, corner) in dump.graph.corners.iter().enumerate() {
        let stuck = dump.stuck.as_ref().is_some_and(|stuck| stuck.corners.contains(&number));
        for to in &corner.arrows {
            draw_arrow(&mut body, places[&number], places[to], width - MARGIN);
        }
        draw_box(&mut body, places[&number], corner, stuck);
    }
    let (verdict, words) = (xml(&dump.sentence()), xml(&dump.graph.text()));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"waits\" role=\"img\" \
         aria-labelledby=\"waits-title waits-desc\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" style=\"max-width:100%;height:auto\">\n\
         <title id=\"waits-title\">Who waits for whom</title>\n\
         <desc id=\"waits-desc\">{verdict}\n{words}</desc>\n<style>{STYLE}</style>\n\
         <defs><marker id=\"waits-head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" \
         markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path class=\"h\" d=\"M0 0L8 4L0 8Z\"/></marker></defs>\n\
         <text class=\"t\" x=\"{MARGIN}\" y=\"26\">Who waits for whom</text>\n{body}</svg>\n"
    )
}

#[derive(Clone, Copy)]
struct Place {
    x: usize,
    y: usize,
}

/// A row for each kind, and in it a column for each corner.
fn places(corners: &[Corner]) -> BTreeMap<usize, Place> {
    let mut columns = [0; 4];
    let place = |corner: &Corner| {
        let row = match corner.node {
            Node::Thread(_) => 0,
            Node::Latch(_) => 1,
            Node::Queued(_) | Node::Outside => 2,
            Node::Pool(_) => 3,
        };
        let column = columns[row];
        columns[row] += 1;
        Place { x: MARGIN + column * COLUMN, y: TOP + row * ROW }
    };
    corners.iter().map(place).enumerate().collect()
}

fn draw_box(body: &mut String, at: Place, corner: &Corner, stuck: bool) {
    let (class, word) = if stuck { (" class=\"s\"", "stuck") } else { ("", "can go on") };
    let (middle, line) = (at.x + BOX_WIDTH / 2, at.y + 19);
    let below = line + 16;
    let _ = writeln!(
        body,
        "<rect{class} x=\"{}\" y=\"{}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"6\"/>\
         <text x=\"{middle}\" y=\"{line}\">{}</text>\
         <text class=\"r\" x=\"{middle}\" y=\"{below}\">{word}</text>",
        at.x,
        at.y,
        xml(&corner.label),
    );
}

/// Down, from box to box; up, around the right-hand side.
fn draw_arrow(body: &mut String, from: Place, to: Place, right: usize) {
    let (start, end) = (from.x + BOX_WIDTH / 2, to.x + BOX_WIDTH / 2);
    let path = if to.y > from.y {
        format!("M{start} {}L{end} {}", from.y + BOX_HEIGHT, to.y)
    } else {
        let middle = from.y + BOX_HEIGHT / 2;
        format!("M{} {middle}H{right}V{}H{end}V{}", from.x + BOX_WIDTH, to.y - 12, to.y)
    };
    let _ = writeln!(body, "<path class=\"a\" d=\"{path}\" marker-end=\"url(#waits-head)\"/>");
}

fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // A job's name may hold anything.
            c if c.is_control() && c != '\n' => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}
