//! All that is written for the learner goes through here.
//!
//! Writing returns an error instead of panicking: in `cargo learn | head -1` the reader is gone
//! after one line, which is no mistake of anybody's.

use std::fmt::Display;
use std::io::{self, IsTerminal, Stdout, Write};

use colored::Colorize;

/// Standard output.
#[derive(Debug)]
pub struct Screen {
    out: Stdout,
}

impl Screen {
    /// Standard output as it is; colour is left out by `colored` unless a terminal shows it.
    pub fn new() -> Screen {
        Screen { out: io::stdout() }
    }

    /// Writes one line at once, so that a watching learner (or test) sees it.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Writes each line of `text`, indented by four spaces.
    pub fn indented(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            writeln!(self.out, "{indent}{line}")?;
        }
        self.out.flush()
    }

    /// Writes the last line of a command: what to do next.
    pub fn next(&mut self, text: impl Display) -> io::Result<()> {
        self.line(format_args!("\n{} {text}", "Next:".bold()))
    }

    /// Asks a question that is answered with yes or no; no is what anything else means.
    pub fn ask(&mut self, question: &str) -> io::Result<bool> {
        write!(self.out, "{question} [y/N] ")?;
        self.out.flush()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
    }

    /// True if somebody can be asked.
    pub fn is_interactive(&self) -> bool {
        self.out.is_terminal() && io::stdin().is_terminal()
    }
}

/// True if text shall be coloured, by our own means or by cargo's.
pub fn is_coloured() -> bool {
    colored::control::SHOULD_COLORIZE.should_colorize()
}
