//! Capacity planning: how many threads, and how long a queue, for a load that is known.
//!
//! [`erlang`] has the two laws that this rests on. [`sizing`] turns them round: from the wait that
//! is still good enough to the threads it takes. Both speak of *requests* that come at random
//! (a Poisson stream), one independent of the other, and of threads that each serve one at a time
//! from a queue that they share, in order of arrival: chapter 3's pool. A test holds the prediction
//! against that pool.

pub mod erlang;
pub mod sizing;

pub use erlang::{Load, Service};
pub use sizing::{Demand, Sizing};
