//! Grades the exercises. A stub that still waits is ignored, by name.

use ch09_showdown::exercises::{fit, open_loop, percentile};

#[path = "contract/fit.rs"]
mod fit_contract;
#[path = "contract/open_loop.rs"]
mod open_loop_contract;
#[path = "contract/percentile.rs"]
mod percentile_contract;
