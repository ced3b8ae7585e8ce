//! Grades the exercises on real threads. A stub that still waits is ignored, by name.

use ch01_thread_per_connection::exercises::{accept_verdict, connection_limit, echo_until_eof};

#[path = "contract/accept_verdict.rs"]
mod accept_verdict_contract;
#[path = "contract/connection_limit.rs"]
mod connection_limit_contract;
#[path = "contract/echo_until_eof.rs"]
mod echo_until_eof_contract;
