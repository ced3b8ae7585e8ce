//! Chapter 0, the workbench: the tools with which every chapter looks at its threads.
//!
//! * [`Journal`] is how we *see* concurrency: each thread notes the states it goes through. Its
//!   entries go to the console, to [`Memory`], into a trace file; [`render`] draws them.
//! * [`Gate`] is how tests and demos *order* threads without sleeping.
//! * [`within`] bounds what may hang and tells who waits for what.
//! * [`Work`] is what a server does per request; [`Client`] is a client moved step by step.
//! * [`cli`] is the command line of every chapter's program, and [`testkit`] holds it to that.

#![forbid(unsafe_code)]

pub mod cli;
pub mod client;
pub mod exercises;
pub mod gate;
pub mod journal;
pub mod render;
pub mod resources;
pub mod testkit;
pub mod threads;
pub mod watchdog;
pub mod work;

pub use client::Client;
pub use gate::Gate;
pub use journal::{Curtain, Entry, Journal, Memory, Sink, What};
pub use watchdog::within;
pub use work::Work;
