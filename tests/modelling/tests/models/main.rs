//! Tests of the models' runner: what it finds, and what it says.

mod faults;
mod places;
mod report;
