//! A monitoring agent that reports every interval until it is told to stop: in three stages.
//!
//! The stages have the same methods, so that the difference is in how they end. Read them in order,
//! and [`library`] between the second and the third.

pub mod library;
pub mod s1_flag_only;
pub mod s2_wake_only;
pub mod s3_flag_and_wake;

pub use s3_flag_and_wake::{NotStarted, Reporter};
