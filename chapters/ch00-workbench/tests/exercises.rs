//! Grades the exercise. A stub that still waits is ignored, by name.

use ch00_workbench::exercises::most_at_once;

#[path = "contract/most_at_once.rs"]
mod most_at_once_contract;
