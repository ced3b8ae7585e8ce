//! Chapter 8: leader/followers.

#![forbid(unsafe_code)]

pub mod acceptor;
pub mod config;
pub mod context;
pub mod crew;
pub mod echo_connection;
pub mod event_handler;
pub mod exercises;
pub mod handle_set;
mod handle_table;
pub mod occupancy;
pub mod role;
pub mod room;
pub mod s1;
pub mod s2;
pub mod s3;
pub mod s4;
pub mod s5;
pub mod server;
pub mod service;
mod sync;
pub mod tools;

pub use config::{Config, Policy, Stage};
pub use server::EchoServer;
