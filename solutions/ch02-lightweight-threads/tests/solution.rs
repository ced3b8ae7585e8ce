//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch02_lightweight_threads::{async_echo, idle_timeout, off_load};

#[path = "../../../chapters/ch02-lightweight-threads/tests/contract/async_echo.rs"]
mod async_echo_contract;
#[path = "../../../chapters/ch02-lightweight-threads/tests/contract/idle_timeout.rs"]
mod idle_timeout_contract;
#[path = "../../../chapters/ch02-lightweight-threads/tests/contract/off_load.rs"]
mod off_load_contract;
