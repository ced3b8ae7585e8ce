//! The lease under a scheduler that tries many orders, and whose clock stands still: what is right
//! here is right by itself, and not because the watcher puts it right a tick later.

mod sync {
    pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}

#[path = "../src/s5/handles.rs"]
#[allow(dead_code)]
mod handles;
#[path = "../src/s5/lease/mod.rs"]
#[allow(dead_code)]
mod lease;
#[path = "models/lookout.rs"]
#[allow(dead_code)]
mod lookout;
#[path = "models/owners.rs"]
mod owners;
#[path = "models/promises_of_the_lease.rs"]
#[allow(dead_code)]
mod promises;

use lease::Pace;

#[test]
fn quick_events_are_processed_once_each() {
    promises::each_event_is_processed_once(2, Pace::Quick);
}

#[test]
fn costly_events_are_processed_once_each() {
    promises::each_event_is_processed_once(3, Pace::Costly);
}

#[test]
fn a_long_handler_lets_go() {
    promises::a_long_handler_lets_go(2);
    promises::a_long_handler_lets_go(3);
}

#[test]
fn a_costly_batch_is_shared() {
    promises::a_costly_batch_is_shared();
}

#[test]
fn another_turn_is_not_forgotten() {
    promises::another_turn_is_not_forgotten(Pace::Quick);
    promises::another_turn_is_not_forgotten(Pace::Costly);
}

#[test]
fn the_end_reaches_everybody() {
    promises::the_end_reaches_everybody();
}

#[test]
fn a_handler_has_one_owner_and_misses_no_news() {
    owners::a_handler_has_one_owner_and_misses_no_news();
}
