//! Chapter 8: leader/followers.
//!
//! Threads take turns at the look-out. The *leader* waits for an event, alone; when it has one it
//! first promotes a *follower*, and then processes the event itself. So nothing passes from one
//! thread to another, and somebody watches while others work.
//!
//! Read the stages in order: [`s1`] is a lock around accept, [`s2`] a monitor and a turn for each
//! event, [`s3`] the full pattern, [`s4`] threads that come and go; [`s5`] is the fast one. What
//! they share are the pattern's other parts: the [`handle_set`], the [`event_handler`] with its two
//! concrete kinds, [`acceptor`] and [`echo_connection`], and what becomes of an event in any role,
//! in [`context`]. [`crew`] starts the threads and sees them out.

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
pub mod hunt;
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
