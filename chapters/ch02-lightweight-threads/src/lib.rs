//! Chapter 2: lightweight threads.
//!
//! The design of chapter 1, with *tasks* in the place of threads. A task is a future that an
//! executor polls: where chapter 1's thread blocks, the task gives its thread back (`.await`), and
//! is polled again when what it waits for has come. The code reads the same, and a few threads
//! serve as many connections as there are descriptors.
//!
//! Read [`server`] first, then [`connection`] and [`echo`], beside the files of the same names in
//! chapter 1. [`executors`] are the threads that run the tasks; [`handler`] is where a blocking call
//! would hold one of them up. [`sleepers`] is the experiment that shows the difference.

#![forbid(unsafe_code)]

pub mod accept;
pub mod accept_loop;
pub mod connection;
pub mod echo;
pub mod executors;
pub mod exercises;
pub mod handler;
pub mod scripted;
pub mod server;
pub mod sleepers;
pub mod stream;
mod sync;

pub use ch01_thread_per_connection::Report;
pub use server::{Config, EchoServer};

use std::pin::Pin;

/// A future in a box: what a function pointer or a trait can return.
pub type Waiting<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
