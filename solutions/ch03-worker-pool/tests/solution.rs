//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch03_worker_pool::{bounded_queue, discard_oldest, keep_alive, panic_proof};

#[path = "../../../chapters/ch03-worker-pool/tests/contract/bounded_queue.rs"]
mod bounded_queue_contract;
#[path = "../../../chapters/ch03-worker-pool/tests/contract/discard_oldest.rs"]
mod discard_oldest_contract;
#[path = "../../../chapters/ch03-worker-pool/tests/contract/keep_alive.rs"]
mod keep_alive_contract;
#[path = "../../../chapters/ch03-worker-pool/tests/contract/panic_proof.rs"]
mod panic_proof_contract;
