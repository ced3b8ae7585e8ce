//! The lease under a scheduler that tries many orders, and whose clock ticks at any time.

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, PoisonError};
}

#[path = "../src/s5/lease/mod.rs"]
#[allow(dead_code)]
mod lease;
#[path = "models/lookout.rs"]
#[allow(dead_code)]
mod lookout;
#[path = "models/promises_of_the_lease.rs"]
#[allow(dead_code)]
mod promises;

use lease::Pace;

#[test]
fn quick_events_are_processed_once_each() {
    promises::each_event_is_processed_once(3, Pace::Quick);
}

#[test]
fn costly_events_are_processed_once_each() {
    promises::each_event_is_processed_once(3, Pace::Costly);
}

#[test]
fn long_events_are_processed_once_each() {
    promises::each_event_is_processed_once(2, Pace::Long);
}

#[test]
fn a_stuck_leader_is_deposed_and_its_batch_is_finished() {
    promises::a_stuck_leader_is_deposed_and_its_batch_is_finished();
}

#[test]
fn the_watchers_place_is_taken() {
    promises::the_watchers_place_is_taken();
}

#[test]
fn a_parked_watcher_wakes_for_a_batch() {
    promises::a_parked_watcher_wakes_for_a_batch();
}

#[test]
fn the_end_reaches_everybody() {
    promises::the_end_reaches_everybody();
}
