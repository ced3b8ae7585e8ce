//! The load: many clients of one echo server, on one or two threads.
//!
//! Read [`plan`] for what can be asked for, [`run`] for the course of a measurement, and [`worker`]
//! for the loop that does it. A client ([`connection`]) sends a message of the [`pattern`], checks
//! each byte that comes back, and is timed. Its thread waits for all its clients at once
//! ([`readiness`]), and in steady state allocates nothing and makes two system calls for a message,
//! plus its share of one wait: the load must cost less than what it measures.

pub mod connection;
pub mod dial;
pub mod failure;
pub mod halt;
pub mod outcome;
pub mod pattern;
pub mod plan;
pub mod readiness;
pub mod report;
pub mod run;
pub mod schedule;
pub mod tally;
pub mod worker;

pub use failure::Kind;
pub use halt::Halt;
pub use outcome::Outcome;
pub use plan::{Pace, Plan};
pub use run::{Silent, Watch, run};
