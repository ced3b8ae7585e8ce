//! What the model swaps.

pub(crate) use std::sync::Mutex;
