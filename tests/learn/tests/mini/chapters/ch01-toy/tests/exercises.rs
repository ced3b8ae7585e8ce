//! Grades the toy's exercises.

use ch01_toy::exercises::{double, turn};

#[path = "contract/double.rs"]
mod double_contract;
#[path = "contract/turn.rs"]
mod turn_contract;
