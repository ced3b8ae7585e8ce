//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch05_two_phase_termination::{drain, reporter, shutdown_now};

#[path = "../../../chapters/ch05-two-phase-termination/tests/contract/drain.rs"]
mod drain_contract;
#[path = "../../../chapters/ch05-two-phase-termination/tests/contract/reporter.rs"]
mod reporter_contract;
#[path = "../../../chapters/ch05-two-phase-termination/tests/contract/shutdown_now.rs"]
mod shutdown_now_contract;
