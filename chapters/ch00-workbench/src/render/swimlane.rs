//! The swimlane: one lane per thread, one column per step, for the terminal.
//!
//! A step is a change of state, so time here is logical: a demo that moves by gates draws the same
//! picture on every run, on every machine.

use std::fmt::Write;

use super::palette::{Palette, hue};
use super::steps::{Step, Steps, steps_of};
use super::text::{counted, padded, printable, shortened};
use crate::Entry;

/// Lanes that a reader can still tell apart on one screen.
const MAX_LANES: usize = 24;

/// How often the steps are continued below: more than a reader scrolls back for.
const MAX_ROWS: usize = 3;

/// Longer names are cut.
const MAX_NAME: usize = 20;

/// So narrow a terminal gets lines that are too long rather than none.
const MIN_COLUMNS: usize = 10;

/// Draws the lanes in at most `width` columns, coloured if the terminal wants it.
///
/// Threads beyond the first 24 and steps beyond three rows are left out, and counted in one line.
/// A thread that notes no state has no lane.
pub fn swimlane(entries: &[Entry], width: usize) -> String {
    swimlane_in(Palette::of_terminal(), entries, width)
}

/// As [`swimlane`], with or without colour as told.
pub fn swimlane_in(palette: Palette, entries: &[Entry], width: usize) -> String {
    let drawn = steps_of(entries, MAX_LANES, |lanes| columns(width, name_width(lanes)) * MAX_ROWS);
    let name_width = name_width(&drawn.lanes);
    let picture =
        Picture { palette, width, name_width, columns: columns(width, name_width), drawn };
    picture.draw()
}

fn name_width(lanes: &[&str]) -> usize {
    let names = lanes.iter().map(|lane| printable(lane).chars().count());
    names.max().unwrap_or(0).clamp("step".len(), MAX_NAME)
}

/// Steps in one row: what the name and two spaces leave.
fn columns(width: usize, name_width: usize) -> usize {
    width.saturating_sub(name_width + 2).max(MIN_COLUMNS)
}

struct Picture<'a> {
    palette: Palette,
    width: usize,
    name_width: usize,
    columns: usize,
    drawn: Steps<'a>,
}

impl Picture<'_> {
    fn draw(&self) -> String {
        if self.drawn.steps.is_empty() {
            return "no thread has noted a state\n".to_owned();
        }
        let mut text = String::new();
        let mut states = vec![None; self.drawn.lanes.len()];
        for (row, steps) in self.drawn.steps.chunks(self.columns).enumerate() {
            if row > 0 {
                text.push('\n');
            }
            self.draw_ruler(&mut text, row * self.columns + 1, steps.len());
            self.draw_row(&mut text, &mut states, steps);
        }
        text.push('\n');
        self.draw_legend(&mut text);
        self.draw_left_out(&mut text);
        text
    }

    /// The number of the first step, and of each tenth.
    fn draw_ruler(&self, text: &mut String, first: usize, count: usize) {
        let mut ruler = padded("step", self.name_width + 2);
        let start = ruler.len();
        for step in first..first + count {
            let column = start + step - first;
            let number = step.to_string();
            let fits = ruler.len() <= column && column + number.len() <= start + self.columns;
            if fits && (step == first || step.is_multiple_of(10)) {
                ruler = padded(&ruler, column) + &number + " ";
            }
        }
        text.push_str(&self.palette.dim(ruler.trim_end()));
        text.push('\n');
    }

    /// All lanes that have a state in these steps; `states` is what they bring and leave.
    fn draw_row(&self, text: &mut String, states: &mut [Option<usize>], steps: &[Step]) {
        for (lane, name) in self.drawn.lanes.iter().enumerate() {
            let present = states[lane].is_some() || steps.iter().any(|step| step.lane == lane);
            if !present {
                continue;
            }
            let name = printable(name);
            let name = shortened(&name, self.name_width);
            let cells = self.cells(lane, &mut states[lane], steps);
            let line = padded(&name, self.name_width + 2) + &cells;
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }

    /// One lane's cells: a capital letter where a state begins, small ones while it lasts, and `.`
    /// where the thread ends.
    fn cells(&self, lane: usize, state: &mut Option<usize>, steps: &[Step]) -> String {
        let mut cells = String::new();
        // Cells of one state are painted together.
        let mut run = String::new();
        for step in steps {
            let changes = step.lane == lane;
            if changes {
                self.paint(&mut cells, &mut run, *state);
                *state = step.state;
            }
            run.push(match (*state, changes) {
                (Some(state), true) => self.drawn.legend.letter(state),
                (Some(state), false) => self.drawn.legend.letter(state).to_ascii_lowercase(),
                (None, true) => '.',
                (None, false) => ' ',
            });
        }
        self.paint(&mut cells, &mut run, *state);
        cells
    }

    /// Moves a run of cells of one state to the finished cells.
    fn paint(&self, cells: &mut String, run: &mut String, state: Option<usize>) {
        match state {
            Some(state) if !run.is_empty() => cells.push_str(&self.palette.ground(hue(state), run)),
            _ => cells.push_str(run),
        }
        run.clear();
    }

    fn draw_legend(&self, text: &mut String) {
        let mut column = 0;
        for (number, name) in self.drawn.legend.names().enumerate() {
            let printable = printable(name);
            let name = shortened(&printable, self.width.saturating_sub(4));
            let length = name.chars().count() + 2;
            if column > 0 && column + 3 + length > self.width {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push_str("   ");
                column += 3;
            }
            let letter = self.drawn.legend.letter(number).to_string();
            let letter = self.palette.ground(hue(number), &letter);
            let _ = write!(text, "{letter} {name}");
            column += length;
        }
        text.push('\n');
        let gap = if self.width < 80 { "\n" } else { " " };
        let how =
            format!("One column, one change:{gap}a capital begins a state, `.` ends a thread.");
        let _ = writeln!(text, "{}", self.palette.dim(&how));
    }

    fn draw_left_out(&self, text: &mut String) {
        let lanes = self.drawn.all_lanes - self.drawn.lanes.len();
        let steps = self.drawn.all_steps - self.drawn.steps.len();
        if steps > 0 {
            let lanes = counted(lanes, "thread");
            let _ = writeln!(text, "Left out: {lanes}, {}.", counted(steps, "step"));
        }
    }
}
