//! Chapter 8: leader/followers.

#![forbid(unsafe_code)]

pub mod config;
pub mod exercises;
pub mod hunt;
pub mod s5;
pub mod server;
pub mod service;
mod sync;

pub use config::{Config, Policy, Stage};
pub use server::EchoServer;
