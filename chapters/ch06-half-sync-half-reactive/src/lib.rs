//! Chapter 6: half-sync/half-reactive.

pub mod acceptor;
pub mod connection;
pub mod demultiplexer;
pub mod exchange;
pub mod out_buffer;
pub mod slots;
