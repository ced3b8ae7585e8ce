//! Tests of the models' runner: what it finds, and what it says.

mod faults;
mod outcomes;
mod places;
mod report;
