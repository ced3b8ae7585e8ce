//! The colours, and whether they are used at all.
//!
//! `colored` decides for the whole process. Everything here takes the decision as a value instead,
//! so that tests do not depend on each other or on the terminal they run in.

use colored::Color;
use colored::control::SHOULD_COLORIZE;

/// Whether text is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// With ANSI escape codes.
    Colour,
    /// Without any.
    Plain,
}

/// One colour, for the terminal and for SVG.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hue {
    /// Its number in the fixed part of the 256-colour table, which no terminal theme changes.
    code: u8,
    /// The same colour for SVG.
    pub hex: &'static str,
}

/// Of middle brightness: each contrasts at least 3.6 : 1 with white and with black, so it can be
/// read on a light and on a dark ground. Neighbours differ in hue as much as possible.
const HUES: [Hue; 8] = [
    hue_of(32, "#0087d7"),
    hue_of(166, "#d75f00"),
    hue_of(28, "#008700"),
    hue_of(164, "#d700d7"),
    hue_of(100, "#878700"),
    hue_of(99, "#875fff"),
    hue_of(30, "#008787"),
    hue_of(160, "#d70000"),
];

/// White, for letters on a coloured ground; like the hues, out of reach of themes.
const WHITE: Color = Color::AnsiColor(231);

/// The colour of the `index`th thing; they come round again after eight.
pub(crate) fn hue(index: usize) -> Hue {
    HUES[index % HUES.len()]
}

const fn hue_of(code: u8, hex: &'static str) -> Hue {
    Hue { code, hex }
}

impl Palette {
    /// As this process's standard output wants it: plain in a pipe or with `NO_COLOR`.
    ///
    /// The one place that asks `colored`.
    pub fn of_terminal() -> Palette {
        // Older consoles of Windows show escape codes as text until asked not to.
        #[cfg(windows)]
        let _ = colored::control::set_virtual_terminal(true);
        if SHOULD_COLORIZE.should_colorize() { Palette::Colour } else { Palette::Plain }
    }

    /// `text` in this colour.
    pub(crate) fn ink(self, hue: Hue, text: &str) -> String {
        self.coded(&Color::AnsiColor(hue.code).to_fg_str(), text)
    }

    /// `text` in white on this colour.
    pub(crate) fn ground(self, hue: Hue, text: &str) -> String {
        let ground = Color::AnsiColor(hue.code).to_bg_str();
        self.coded(&format!("{};{ground}", WHITE.to_fg_str()), text)
    }

    /// `text` in bold, in the terminal's own colour.
    pub(crate) fn bold(self, text: &str) -> String {
        self.coded("1", text)
    }

    /// `text` in the terminal's own colour, but less of it.
    pub(crate) fn dim(self, text: &str) -> String {
        self.coded("2", text)
    }

    fn coded(self, codes: &str, text: &str) -> String {
        match self {
            Palette::Colour => format!("\x1b[{codes}m{text}\x1b[0m"),
            Palette::Plain => text.to_owned(),
        }
    }
}
