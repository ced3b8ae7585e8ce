//! Chapter 7: the multi-reactor.
//!
//! Chapter 6 had one loop that watched, and workers to whom it handed what was ready. Here every
//! worker watches for itself. The acceptor gives each connection to one of them, and that one waits,
//! reads, works and writes for it until it closes. No queue lies between watching and working, so
//! no message changes threads; and whoever works does not watch.
//!
//! Read [`server`] first, then [`worker`], the loop. [`inbox`] is the one place where two threads
//! meet, [`assign`] says who gets whom, [`ready`] who comes next. [`seated`] is what a loop keeps
//! of each connection, [`room`] bounds how many there are.

#![forbid(unsafe_code)]

pub mod assign;
pub mod exercises;
pub mod inbox;
pub mod order;
pub mod ready;
pub mod room;
mod seated;
pub mod server;
mod sync;
mod worker;
mod workers;

pub use server::{Config, EchoServer};
