//! Answers to the exercises of chapter 1. Try them yourself first: `cargo learn hint 1.1` helps.

pub mod accept_verdict;
pub mod connection_limit;
pub mod echo_until_eof;

// What the answers import through `crate::`, as the stubs do in the chapter.
use ch01_thread_per_connection::{accept, errno};
use std::sync;
