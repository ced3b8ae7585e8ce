//! Chapter 9: the showdown. Measure everything.
//!
//! The chapters before this one claim much: that threads cost, that hand-overs cost, that a leader
//! who works himself is hard to beat. Here all of it is measured, by one and the same load.
//!
//! [`load`] is that load: clients of any echo server, who check every byte and time every answer.
//! [`peers`] are echo servers as others build them, so that the chapters' own are held against the
//! best there is, and not only against each other. [`compare`] lets all of them take turns, and tells
//! what came of it. [`capacity`] needs no measurement: it predicts.
//! [`breakdown`] takes two of the patterns apart. [`affinity`] decides who runs on which core.

#![forbid(unsafe_code)]

pub mod affinity;
pub mod breakdown;
pub mod capacity;
pub mod compare;
pub mod exercises;
pub mod load;
pub mod peers;
