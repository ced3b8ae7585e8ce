//! Chapter 4: the pool that deadlocks on itself.
//!
//! A job that waits for another job of its own pool holds a worker while it waits. When all workers
//! wait like that, the jobs they wait for are in the queue, and stay there. Nothing fails, nothing
//! is logged, and the pool's numbers look well.
//!
//! Read [`two_stages`] first: the program that hangs. [`latch`], [`registry`] and [`books`] are how
//! a program can know who waits for whom; [`graph`], [`verdict`], [`dump`], [`svg`] and [`watchdog`] make a
//! diagnosis of it. The cures are a sum in [`bound`], a second pool, and [`helping`]; [`server`]
//! shows all of it under real clients.

#![forbid(unsafe_code)]

pub mod books;
pub mod bound;
pub mod cure;
pub mod dump;
pub mod exercises;
pub mod fan_out;
pub mod graph;
pub mod helping;
pub mod latch;
pub mod pool;
pub mod registry;
mod seats;
pub mod server;
pub mod svg;
mod sync;
pub mod two_stages;
pub mod verdict;
pub mod watchdog;

pub use cure::Cure;
pub use latch::Latch;
pub use registry::Registry;
pub use server::{Config, EchoServer};
