//! Pictures of a journal: the swimlane for the terminal, the timeline for a browser.
//!
//! Both give each state a colour *and* a letter or pattern of its own, so that neither needs
//! colour to be read.

mod axis;
mod bars;
mod lanes;
mod legend;
mod look;
mod palette;
mod steps;
mod swimlane;
mod text;
mod timeline;

pub use palette::Palette;
pub(crate) use palette::{Hue, hue};
pub use swimlane::{swimlane, swimlane_in};
pub(crate) use text::{padded, printable};
pub use timeline::timeline_svg;
