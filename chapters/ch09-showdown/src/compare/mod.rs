//! The comparison: every server under the same load, in turns.
//!
//! [`servers`] lists who takes part, and [`trial`] measures one of them once: as a child process,
//! with its own figures read from the system ([`usage`]). A machine is never the same for long: it
//! warms up, and others use it too. So the servers take turns ([`rounds`]), each is compared with
//! the base *of its own round*, and what is told is the median of these ratios, with the least and
//! the most ([`statistics`]). [`sweeps`] vary what the rounds hold still.

pub mod builds;
pub mod child;
pub mod day;
pub mod files;
pub mod markdown;
pub mod placement;
pub mod plots;
pub mod results;
pub mod rounds;
pub mod servers;
pub mod statistics;
pub mod sweeps;
pub mod table;
pub mod trial;
pub mod usage;

pub use placement::Placement;
pub use results::Results;
pub use rounds::Plan;
pub use servers::{SERVERS, Server};
pub use trial::{Sample, Trial};
