//! Answers to the exercises of chapter 9. Try them yourself first: `cargo learn hint 9.1` helps.

pub mod fit;
pub mod open_loop;
pub mod percentile;
