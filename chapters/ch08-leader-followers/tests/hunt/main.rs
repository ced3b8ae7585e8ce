//! The published programs of exercise 8.4 fail in the ways the book says.
//!
//! These tests do not look at your answers: they keep the programs as wrong as they were. To read the
//! stories: `cargo run -p ch08-leader-followers --example hunt`.

#[path = "../../src/hunt/mod.rs"]
mod hunt;
mod scenes;
mod sync;

/// The story of this scene holds these texts, in this order.
fn tells(scene: fn(), texts: &[&str]) {
    let story = scenes::story(scene);
    let mut rest = story.as_str();
    for text in texts {
        let at = rest.find(text).unwrap_or_else(|| panic!("`{text}` is not told here:\n{story}"));
        rest = &rest[at + text.len()..];
    }
}

#[test]
fn the_first_program_loses_the_follower_that_it_signals() {
    let story = [
        "deadlock: no thread can go on",
        "main  waits for `b` to end",
        "b  waits to be notified",
        "a  joins",
        "a  leads, and promotes a new leader",
        "b  is notified, and looks again",
        "b  waits to be notified",
    ];
    tells(scenes::lost_follower, &story);
}

#[test]
fn in_the_second_program_two_come_back_and_both_lead() {
    let story = [
        "threads that lead at a time",
        "processes",
        "processes",
        "comes back, and joins",
        "leads\n",
        "leads\n",
        "panics",
    ];
    tells(scenes::two_leaders, &story);
}

#[test]
fn the_third_program_forgets_the_client_that_its_main_thread_accepts() {
    let story = [
        "client 1 was accepted, and nobody will ever serve it",
        "main        accepts client 1",
        "follower-1  accepts client 2",
        "follower-1  has served client 2",
    ];
    tells(scenes::forgotten_client, &story);
}

#[test]
fn the_third_program_loses_a_signal_that_nobody_waits_for() {
    let story = [
        "deadlock: no thread can go on",
        "main        accepts client 1",
        "main        accepts client 2",
        "follower-1  waits to be notified",
    ];
    tells(scenes::lost_signal, &story);
}

#[test]
fn the_third_program_keeps_its_lock_when_an_accept_fails() {
    let story = [
        "deadlock: no thread can go on",
        "main        after step 9: waits to be notified",
        "follower-1  accepts: an error",
        "main        accepts client 2",
        "main        waits to be notified",
    ];
    tells(scenes::kept_lock, &story);
}

#[test]
fn the_third_program_serves_one_at_a_time() {
    let story = [
        "deadlock: no thread can go on",
        "follower-1  after step 8: serves client 2",
        "follower-2  after step 2: waits to be notified",
    ];
    tells(scenes::one_at_a_time, &story);
}

#[test]
fn it_takes_no_thread_to_make_two_leaders() {
    let set = ch08_leader_followers::hunt::two_leaders::ThreadSet::new(1);
    set.join(1);
    set.promote_new_leader();
    // All process; both come back, and neither has to wait for the other.
    set.join(1);
    set.join(2);
}
