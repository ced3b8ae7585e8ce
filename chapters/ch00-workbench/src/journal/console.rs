//! A sink that shows entries in the terminal.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use super::{Entry, Sink, What};
use crate::render::{Hue, Palette, hue, padded, printable};

/// Room for `connection-12`; a longer name makes its column wider from then on.
const NAME_WIDTH: usize = 13;

/// Shows each entry in one line: time, thread, and its state in brackets or what it says.
///
/// Each thread has a colour of its own, by first appearance. If nobody reads any more (the other
/// end of a pipe is closed), it goes quiet and the threads go on.
pub struct Console {
    /// `None` once a write has failed.
    out: Option<Box<dyn Write + Send>>,
    palette: Palette,
    hues: HashMap<Arc<str>, Hue>,
    name_width: usize,
}

impl Console {
    /// Shows entries on standard output, in colour if that is a terminal that wants it.
    pub fn stdout() -> Console {
        Console::new(Box::new(io::stdout()), Palette::of_terminal())
    }

    /// Shows entries on `out`.
    pub fn new(out: Box<dyn Write + Send>, palette: Palette) -> Console {
        Console { out: Some(out), palette, hues: HashMap::new(), name_width: NAME_WIDTH }
    }

    fn line(&mut self, entry: &Entry) -> String {
        let next = self.hues.len();
        let hue = *self.hues.entry(Arc::clone(&entry.thread)).or_insert_with(|| hue(next));
        let name = printable(&entry.thread);
        self.name_width = self.name_width.max(name.chars().count());
        let time = format!("{:>9.1} ms", entry.at.as_secs_f64() * 1e3);
        let time = self.palette.dim(&time);
        let name = self.palette.ink(hue, &padded(&name, self.name_width));
        let what = match &entry.what {
            What::State(state) => self.palette.bold(&format!("[{}]", printable(state))),
            What::Message(text) => printable(text).into_owned(),
            What::End => self.palette.dim("[ended]"),
        };
        format!("{time}  {name}  {what}\n")
    }
}

impl Sink for Console {
    fn record(&mut self, entry: &Entry) {
        if self.out.is_none() {
            return;
        }
        let line = self.line(entry);
        let Some(out) = &mut self.out else { return };
        // One write for the whole line, so that lines of other processes do not come in between.
        let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
        if written.is_err() {
            // There is nobody to tell: the place to tell it is the one that failed.
            self.out = None;
        }
    }
}
