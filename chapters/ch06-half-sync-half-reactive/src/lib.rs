//! Chapter 6: half-sync/half-reactive.
//!
//! One thread waits for all clients, a few serve them, and a bounded queue is between them. Three
//! layers: [`reactor`], which never works and never waits for a worker; [`queue`], with
//! [`completions`] for the way back; and the workers, each at a [`desk`]. Read [`reactor`] first,
//! then the two files of [`mode`] side by side: they hold all that differs between a worker that
//! reads and writes and a reactor that does.
//!
//! Beneath is what every reactor needs, also those of chapters 7 and 8: a [`demultiplexer`], a
//! table whose keys are never mistaken for each other ([`slots`]), a [`connection`] with its
//! [`exchange`] and [`out_buffer`], and an [`acceptor`] that never blocks.

pub mod acceptor;
pub mod completions;
pub mod config;
pub mod connection;
pub mod demultiplexer;
pub mod desk;
pub mod direct_stream;
pub mod exchange;
pub mod exercises;
pub mod inbox;
pub mod mode;
pub mod out_buffer;
pub mod queue;
pub mod reactor;
pub mod server;
pub mod slots;
mod sync;

pub use config::Config;
pub use mode::Mode;
pub use server::EchoServer;
