//! Thread sets with one mistake each, taken from published programs and from ours. The models must
//! find it: a promise that no mistake can break proves nothing.

mod sync {
    pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
}

#[path = "variants/forgets_the_vacancy.rs"]
mod forgets_the_vacancy;
#[path = "variants/leaves_without_promoting.rs"]
mod leaves_without_promoting;
#[path = "models/post.rs"]
mod post;
#[path = "variants/processes_before_it_promotes.rs"]
mod processes_before_it_promotes;
#[path = "models/promises.rs"]
mod promises;
#[path = "variants/signals_without_handing_over.rs"]
mod signals_without_handing_over;
#[path = "variants/takes_itself_for_the_leader.rs"]
mod takes_itself_for_the_leader;
#[path = "variants/waits_without_a_loop.rs"]
mod waits_without_a_loop;

use promises::{
    a_new_leader_watches_before_processing_begins, a_stop_reaches_everybody,
    each_event_is_handled_once,
};

#[test]
#[should_panic(expected = "deadlock")]
fn a_promotion_that_is_only_a_signal_is_lost() {
    each_event_is_handled_once(2, forgets_the_vacancy::Threads::default);
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_follower_that_was_signalled_but_not_appointed_is_stranded() {
    each_event_is_handled_once(2, signals_without_handing_over::Threads::default);
}

#[test]
#[should_panic(expected = "there are two leaders")]
fn two_who_return_together_both_lead() {
    each_event_is_handled_once(2, takes_itself_for_the_leader::Threads::default);
}

#[test]
#[should_panic(expected = "there are two leaders")]
fn a_wake_up_that_is_taken_for_a_promotion_makes_two_leaders() {
    each_event_is_handled_once(3, waits_without_a_loop::Threads::default);
}

#[test]
#[should_panic(expected = "deadlock")]
fn while_a_leader_processes_nobody_watches() {
    a_new_leader_watches_before_processing_begins(processes_before_it_promotes::Threads::default);
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_leader_that_leaves_without_a_word_strands_its_followers() {
    each_event_is_handled_once(2, leaves_without_promoting::Threads::default);
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_follower_on_no_list_does_not_hear_of_the_stop() {
    a_stop_reaches_everybody(signals_without_handing_over::Threads::default);
}
