//! How the states of a trace look: each has a colour by its kind, a hatch and a letter.

use std::fmt::Write;

use super::still::xml;
use super::trace::{Trace, What};

/// Strokes on a tile of 8 × 8, so that states of one colour differ.
const STROKES: [&str; 7] = [
    "M-2 2L2-2M0 8L8 0M6 10L10 6",
    "M0 2H8M0 6H8",
    "M2 0V8M6 0V8",
    "M-2 6L2 10M0 0L8 8M6-2L10 2",
    "M0 4H8M4 0V8",
    "M0 0L8 8M0 8L8 0",
    "M4 3v2M0 0v1M8 0v1M0 7v1M8 7v1",
];

/// Where the legend ends on the right.
const WIDTH: usize = 360;

/// A state as the drawing has it.
pub struct Look<'a> {
    /// The state's name.
    pub name: &'a str,
    kind: &'static str,
    letter: char,
    /// Its place among the states of its kind; the first has no strokes.
    hatch: usize,
}

/// The states in order of their first appearance; letters are chosen as the swimlane does.
pub fn looks(trace: &Trace) -> Vec<Look<'_>> {
    let mut looks: Vec<Look> = Vec::new();
    for entry in &trace.entries {
        let What::State(name, kind) = &entry.what else { continue };
        if looks.iter().any(|look| look.name == name) {
            continue;
        }
        let own = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
        let free = |letter: &char| looks.iter().all(|look| look.letter != *letter);
        let letter = own.chain('A'..='Z').find(free).unwrap_or('*');
        let before = looks.iter().filter(|look| look.kind == *kind).count();
        looks.push(Look { name, kind, letter, hatch: before % (STROKES.len() + 1) });
    }
    looks
}

/// The patterns that these states need, their ids beginning with `short`.
pub fn patterns(looks: &[Look], short: &str) -> String {
    let used = |number: &usize| looks.iter().any(|look| look.hatch == *number);
    let pattern = |number: usize| {
        let strokes = STROKES[number - 1];
        format!(
            "<pattern id=\"{short}-hatch{number}\" width=\"8\" height=\"8\" \
             patternUnits=\"userSpaceOnUse\"><path class=\"hatch\" d=\"{strokes}\"/></pattern>\n"
        )
    };
    (1..=STROKES.len()).filter(used).map(pattern).collect()
}

/// Draws the legend with its first line at `y`; returns where the drawing ends.
pub fn legend(body: &mut String, looks: &[Look], mut y: usize, short: &str) -> usize {
    let mut x = 2;
    for look in looks {
        let width = 22 + look.name.chars().count() * 7 + 14;
        if x > 2 && x + width > WIDTH {
            (x, y) = (2, y + 20);
        }
        look.bar(body, (x, y - 12), 15, short);
        let (left, name) = (x + 20, xml(look.name));
        let _ = writeln!(body, "<text class=\"thread start\" x=\"{left}\" y=\"{y}\">{name}</text>");
        x += width;
    }
    y + 10
}

impl Look<'_> {
    /// Draws a bar of this state, with its letter where it begins.
    pub fn bar(&self, body: &mut String, at: (usize, usize), width: usize, short: &str) {
        let ((x, y), kind, hatch) = (at, self.kind, self.hatch);
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"15\" rx=\"2\"");
        let _ = writeln!(body, "<rect class=\"bar {kind}\" {place}/>");
        if hatch > 0 {
            let _ = writeln!(body, "<rect {place} fill=\"url(#{short}-hatch{hatch})\"/>");
        }
        let (x, y, letter) = (x + 6, y + 12, self.letter);
        let _ = writeln!(body, "<text class=\"letter {kind}\" x=\"{x}\" y=\"{y}\">{letter}</text>");
    }
}
