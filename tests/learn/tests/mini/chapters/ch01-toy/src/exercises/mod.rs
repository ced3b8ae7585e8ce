//! The toy's exercises.

#[cfg_attr(waiting = "double", allow(unused))]
pub mod double;
#[cfg_attr(waiting = "turn", allow(unused))]
pub mod turn;
