//! What every chapter's tests check in the same way: its program's command line, and its
//! transcript in the book. A chapter calls these with its own program.

pub mod command_line;
pub mod program;
mod side_by_side;
#[cfg(unix)]
pub mod stopping;
pub mod transcript;

pub use program::Program;
pub use side_by_side::side_by_side;
