//! The answers, on real threads, against the tests that grade the learner's.

use solutions_ch06_half_sync_half_reactive::{completions, out_buffer, table};

#[path = "../../../chapters/ch06-half-sync-half-reactive/tests/contract/completions.rs"]
mod completions_contract;
#[path = "../../../chapters/ch06-half-sync-half-reactive/tests/contract/out_buffer.rs"]
mod out_buffer_contract;
#[path = "../../../chapters/ch06-half-sync-half-reactive/tests/contract/table.rs"]
mod table_contract;
