//! The toy's answers.

pub mod double;
pub mod turn;

pub(crate) mod sync {
    pub(crate) use std::sync::Mutex;
}
