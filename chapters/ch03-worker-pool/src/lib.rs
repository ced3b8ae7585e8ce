//! Chapter 3: the worker pool.
//!
//! A bounded number of threads, a bounded queue, and a policy for what happens when both are full.
//! It is a workshop: who will take a job is not known when it is brought in.
//!
//! Read [`pool`] first: what callers see. Then what is behind it: `crew` decides under one lock
//! who starts, who waits and who is turned away; [`queue`] is the channel in between; `worker` is a
//! worker's life, and `seat` its place in the crew. [`job`] keeps panics in, and [`handle`]
//! resolves whatever becomes of a job. [`server`] lets the acceptor bring connections as jobs.

#![forbid(unsafe_code)]

pub mod builder;
mod closing;
mod connection;
mod crew;
pub mod ending;
pub mod exercises;
pub mod handle;
pub mod job;
pub mod metrics;
pub mod policy;
pub mod pool;
pub mod queue;
mod seat;
pub mod server;
mod state;
mod submitted;
mod sync;
mod worker;

pub use builder::Builder;
pub use handle::{JobHandle, Unfinished};
pub use metrics::Metrics;
pub use policy::{Policy, Refused};
pub use pool::WorkerPool;
pub use server::{Config, EchoServer};
