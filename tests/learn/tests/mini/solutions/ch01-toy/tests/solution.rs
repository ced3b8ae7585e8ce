//! The answers keep what the contracts promise.

use solutions_ch01_toy::{double, turn};

#[path = "../../../chapters/ch01-toy/tests/contract/double.rs"]
mod double_contract;
#[path = "../../../chapters/ch01-toy/tests/contract/turn.rs"]
mod turn_contract;
