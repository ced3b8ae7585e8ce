//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch01_thread_per_connection::{accept_verdict, connection_limit, echo_until_eof};

#[path = "../../../chapters/ch01-thread-per-connection/tests/contract/accept_verdict.rs"]
mod accept_verdict_contract;
#[path = "../../../chapters/ch01-thread-per-connection/tests/contract/connection_limit.rs"]
mod connection_limit_contract;
#[path = "../../../chapters/ch01-thread-per-connection/tests/contract/echo_until_eof.rs"]
mod echo_until_eof_contract;
