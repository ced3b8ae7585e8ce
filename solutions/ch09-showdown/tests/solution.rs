//! The answers against the tests that grade the learner's.

use solutions_ch09_showdown::{fit, open_loop, percentile};

#[path = "../../../chapters/ch09-showdown/tests/contract/fit.rs"]
mod fit_contract;
#[path = "../../../chapters/ch09-showdown/tests/contract/open_loop.rs"]
mod open_loop_contract;
#[path = "../../../chapters/ch09-showdown/tests/contract/percentile.rs"]
mod percentile_contract;
