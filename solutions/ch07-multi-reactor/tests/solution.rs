//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch07_multi_reactor::{hand_over, least_connections, turns};

#[path = "../../../chapters/ch07-multi-reactor/tests/contract/hand_over.rs"]
mod hand_over_contract;
#[path = "../../../chapters/ch07-multi-reactor/tests/contract/least_connections.rs"]
mod least_connections_contract;
#[path = "../../../chapters/ch07-multi-reactor/tests/contract/turns.rs"]
mod turns_contract;
