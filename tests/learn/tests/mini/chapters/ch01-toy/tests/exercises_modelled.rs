//! Grades the toy's exercises under what stands in for a model.

mod sync {
    pub(crate) use std::sync::Mutex;
}

#[cfg_attr(waiting = "turn", allow(unused))]
#[path = "../src/exercises/turn.rs"]
mod turn;
#[path = "contract/turn_model.rs"]
mod turn_model;
