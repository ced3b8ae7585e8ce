//! Where the time of a message goes: the terms of the two textbook formulas, side by side.
//!
//! - T(leader/followers) = demultiplex + dispatch + process + synchronise + switch
//! - T(half-sync/half-reactive) = the same + data transfer
//!
//! The chapters' servers run in this process, under one client who waits for each answer, and all
//! write into one journal: so there is one clock, and a message can be followed through it
//! ([`spans`]). The journal tells who has the message when. It does not tell a lock from a wake-up,
//! so those terms are timed on the chapters' own components, each alone ([`components`]). The
//! [`terms`] say of each figure which of the two it is, and what is left over.
//!
//! Why not the trace file of `serve --trace`? It is written with a system call for each entry, which
//! costs about as much as the message; entries in memory cost a tenth of that.

pub mod client;
pub mod components;
pub mod contenders;
pub mod lookups;
mod pairs;
pub mod run;
pub mod spans;
pub mod switches;
pub mod table;
pub mod terms;

pub use components::Components;
pub use contenders::Contender;
pub use run::{Observed, observe};
pub use terms::{Terms, terms};
