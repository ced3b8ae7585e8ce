//! What a journal looks like: in the terminal, as a trace, as a swimlane, as a timeline.

mod console;
mod journals;
mod swimlane;
mod timeline;
mod trace;
