//! The chapter's own thread sets keep the promises.

use super::ours::{fifo, handing_off, lifo, priority, s2};
use super::promises::{
    a_new_leader_watches_before_processing_begins, a_stop_reaches_everybody,
    each_event_is_handled_once,
};

#[test]
fn s2_handles_each_event_once_with_one_leader_at_a_time() {
    each_event_is_handled_once(3, s2);
}

#[test]
fn s2_has_a_new_leader_before_processing_begins() {
    a_new_leader_watches_before_processing_begins(s2);
}

#[test]
fn s2_dismisses_everybody() {
    a_stop_reaches_everybody(s2);
}

#[test]
fn s3_handles_each_event_once_with_one_leader_at_a_time() {
    each_event_is_handled_once(3, fifo);
}

#[test]
fn s3_keeps_its_promises_with_every_policy() {
    each_event_is_handled_once(3, lifo);
    each_event_is_handled_once(3, priority);
}

#[test]
fn s3_has_a_new_leader_before_processing_begins() {
    a_new_leader_watches_before_processing_begins(fifo);
}

#[test]
fn s3_dismisses_everybody() {
    a_stop_reaches_everybody(fifo);
}

#[test]
fn a_leader_that_hands_events_off_leads_on_and_loses_none() {
    each_event_is_handled_once(3, handing_off);
    a_new_leader_watches_before_processing_begins(handing_off);
    a_stop_reaches_everybody(handing_off);
}
