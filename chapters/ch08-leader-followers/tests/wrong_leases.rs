//! Leases with one mistake each, on a clock. The models must find it: a promise that no mistake can
//! break proves nothing. What each does wrong is in `variants_of_the_lease`.

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, PoisonError};
}

include!(concat!(env!("OUT_DIR"), "/lease_variants.rs"));

#[test]
#[should_panic(expected = "there are two leaders")]
fn a_deposed_leader_that_leads_on_is_a_second_leader() {
    a_deposed_leader_leads_on::promises::a_stuck_leader_is_deposed_and_its_batch_is_finished();
}

#[test]
#[should_panic(expected = "there are two leaders")]
fn to_depose_a_leader_that_waits_makes_two() {
    a_waiting_leader_is_deposed::promises::a_parked_watcher_wakes_for_a_batch();
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_parked_watcher_that_is_forgotten_watches_nothing() {
    a_parked_watcher_is_forgotten::promises::a_parked_watcher_wakes_for_a_batch();
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_parked_watcher_that_is_only_signalled_sleeps_on() {
    a_parked_watcher_is_only_signalled::promises::a_parked_watcher_wakes_for_a_batch();
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_batch_that_nobody_finishes_is_missed() {
    the_rest_of_the_batch_is_lost::promises::a_stuck_leader_is_deposed_and_its_batch_is_finished();
}

#[test]
#[should_panic(expected = "deadlock")]
fn with_the_watchers_place_empty_nobody_deposes_the_second() {
    the_watchers_place_stays_empty::promises::the_watchers_place_is_taken();
}
