//! Chapter 1: one thread per connection.
//!
//! The acceptor waits for clients. For each it spawns a thread, and that thread reads, works and
//! answers until the client has no more to say. Blocking calls, straight-line code: while one
//! connection waits for its client, the operating system lets the others run.
//!
//! Read [`server`] first, then [`connection`] and [`echo`]; [`accept`] and [`spawn`] are what can go wrong around
//! them, [`ledger`] counts what is alive, and [`report`] is what is left at the end.

#![forbid(unsafe_code)]

pub mod accept;
pub mod accept_loop;
pub mod backoff;
pub mod connection;
pub mod echo;
pub mod errno;
pub mod exercises;
pub mod ledger;
pub mod listen;
pub mod report;
pub mod running;
pub mod server;
pub mod spawn;
mod sync;

pub use report::Report;
pub use server::{Config, EchoServer};
