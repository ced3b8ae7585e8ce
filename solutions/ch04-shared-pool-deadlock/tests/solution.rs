//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch04_shared_pool_deadlock::{find_cycle, helping_wait, latch, will_deadlock};

#[path = "../../../chapters/ch04-shared-pool-deadlock/tests/contract/find_cycle.rs"]
mod find_cycle_contract;
#[path = "../../../chapters/ch04-shared-pool-deadlock/tests/contract/helping_wait.rs"]
mod helping_wait_contract;
#[path = "../../../chapters/ch04-shared-pool-deadlock/tests/contract/latch.rs"]
mod latch_contract;
#[path = "../../../chapters/ch04-shared-pool-deadlock/tests/contract/will_deadlock.rs"]
mod will_deadlock_contract;
