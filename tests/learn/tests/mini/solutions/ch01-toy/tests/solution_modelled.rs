//! The answers keep what the models promise.

mod sync {
    pub(crate) use std::sync::Mutex;
}

#[path = "../src/turn.rs"]
mod turn;
#[path = "../../../chapters/ch01-toy/tests/contract/turn_model.rs"]
mod turn_model;
