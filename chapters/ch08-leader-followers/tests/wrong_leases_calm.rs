//! Leases with one mistake each, whose watcher's clock stands still. What each does wrong is in
//! `variants_of_the_lease`.

mod sync {
    pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}

include!(concat!(env!("OUT_DIR"), "/lease_variants.rs"));

#[test]
#[should_panic(expected = "deadlock")]
fn to_let_go_and_call_nobody_leaves_all_asleep() {
    letting_go_calls_nobody::promises::a_long_handler_lets_go(2);
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_call_that_is_only_a_signal_is_not_heard() {
    a_call_is_only_a_signal::promises::a_long_handler_lets_go(2);
}

#[test]
#[should_panic(expected = "deadlock")]
fn another_turn_that_wakes_nobody_is_forgotten() {
    another_turn_wakes_nobody::promises::another_turn_is_not_forgotten(
        another_turn_wakes_nobody::lease::Pace::Costly,
    );
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_watcher_that_is_not_told_of_the_end_stays() {
    the_end_wakes_only_followers::promises::the_end_reaches_everybody();
}

#[test]
#[should_panic(expected = "the last turn has seen all there was")]
fn pending_news_that_is_forgotten_is_missed() {
    pending_news_is_forgotten::owners::a_handler_has_one_owner_and_misses_no_news();
}

#[test]
#[should_panic(expected = "the last turn has seen all there was")]
fn events_of_an_owned_handle_are_not_the_owners_to_drop() {
    an_owned_handle_drops_its_events::owners::a_handler_has_one_owner_and_misses_no_news();
}
