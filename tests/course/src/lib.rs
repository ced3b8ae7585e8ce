//! The catalogue of exercises: which there are, which still wait, what catches a wrong answer.
//!
//! Everything is read from the sources, at the moment it is asked for. There is no list to keep
//! in step and no file of progress that could be lost:
//!
//! - [`Course`] walks `chapters/` and `solutions/` and finds every [`Exercise`] with its files.
//! - [`waiting`] tells whether a stub still holds a `todo!`.
//! - [`stub`] derives a stub from the answer in `solutions/`.
//! - [`contract`] lists the claims that grade an answer.
//! - [`wrong`] reads what a wrong answer says about itself.
//! - [`build`] is what a chapter's and a solution's `build.rs` call.
//!
//! Each `build.rs` of the course builds this library first, so it depends on `proc-macro2` alone.

pub mod build;
pub mod contract;
pub mod stub;
pub mod waiting;
pub mod wrong;

mod catalogue;
mod error;
mod exercise;
mod files;
mod number;
mod title;

pub use catalogue::{Chapter, Course};
pub use error::Error;
pub use exercise::Exercise;
pub use files::rust_files;
pub use number::Number;
pub use title::Title;
