//! Chapter 6: half-sync/half-reactive.

pub mod acceptor;
pub mod completions;
pub mod connection;
pub mod cuttable;
pub mod demultiplexer;
pub mod desk;
pub mod direct_stream;
pub mod exchange;
pub mod exercises;
pub mod mode;
pub mod out_buffer;
pub mod queue;
pub mod reactor;
pub mod server;
pub mod slots;
mod sync;

pub use mode::Mode;
pub use server::{Config, EchoServer};
