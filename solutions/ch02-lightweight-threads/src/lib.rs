//! Answers to the exercises of chapter 2. Try them yourself first: `cargo learn hint 2.1` helps.

pub mod async_echo;
pub mod idle_timeout;
pub mod off_load;

// What the answers import through `crate::`, as the stubs do in the chapter.
use ch02_lightweight_threads::handler;
use std::sync;
