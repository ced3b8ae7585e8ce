//! The answer against the tests that grade the learner's.

use solutions_ch00_workbench::most_at_once;

#[path = "../../../chapters/ch00-workbench/tests/contract/most_at_once.rs"]
mod most_at_once_contract;
