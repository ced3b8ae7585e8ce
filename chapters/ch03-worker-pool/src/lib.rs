//! Chapter 3: the worker pool.

#![forbid(unsafe_code)]

pub mod builder;
mod crew;
pub mod handle;
pub mod job;
pub mod metrics;
pub mod policy;
pub mod pool;
pub mod queue;
mod seat;
mod submitted;
mod sync;
mod worker;

pub use handle::{JobHandle, Unfinished};
pub use metrics::Metrics;
pub use policy::{Policy, Refused};
pub use pool::WorkerPool;
