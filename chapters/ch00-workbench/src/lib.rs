//! Chapter 0, the workbench: the tools with which every chapter looks at its threads.
//!
//! * [`Journal`] is how we *see* concurrency: each thread notes the states it goes through.

#![forbid(unsafe_code)]

pub mod journal;
pub mod render;

pub use journal::{Console, Entry, Journal, Memory, Sink, TraceFile, What};
