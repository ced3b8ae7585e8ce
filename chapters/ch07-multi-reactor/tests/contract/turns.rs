//! What exercise 7.3 must keep.

use std::time::Duration;

use ch00_workbench::within;

use super::turns::{Turn, Turns};

const LIMIT: Duration = Duration::from_secs(5);

/// Plays a round in which those in `busy` do not finish; returns whose turns they were.
fn round(turns: &mut Turns, busy: &[usize]) -> Vec<usize> {
    let mut served = Vec::new();
    turns.round(|key, _| {
        served.push(key);
        assert!(served.len() < 100, "a round without end: {:?}…", &served[..8]);
        if busy.contains(&key) { Turn::More } else { Turn::Done }
    });
    served
}

fn with_ready(keys: &[usize]) -> Turns {
    let mut turns = Turns::new(4);
    keys.iter().for_each(|&key| turns.ready(key));
    turns
}

#[test]
#[cfg_attr(waiting = "turns", ignore = "exercise 7.3 waits for you in src/exercises/turns.rs")]
fn turns_come_in_the_order_of_readiness() {
    within(LIMIT, || {
        let mut turns = with_ready(&[5, 3, 9]);
        assert!(!turns.is_idle());
        assert_eq!(round(&mut turns, &[]), [5, 3, 9], "the order in which they became ready");
        assert!(turns.is_idle(), "all have finished");
        assert_eq!(round(&mut turns, &[]), [0_usize; 0], "a round without anybody");
    });
}

#[test]
#[cfg_attr(waiting = "turns", ignore = "exercise 7.3 waits for you in src/exercises/turns.rs")]
fn a_key_is_in_the_queue_once() {
    within(LIMIT, || {
        let mut turns = with_ready(&[5, 3, 5, 5]);
        assert_eq!(round(&mut turns, &[]), [5, 3], "turns, of two keys that are ready");
        let mut turns = with_ready(&[5]);
        assert_eq!(round(&mut turns, &[5]), [5]);
        turns.ready(5); // it had more to do, and an event tells of even more
        assert_eq!(round(&mut turns, &[]), [5], "turns, of one key that is ready");
    });
}

#[test]
#[cfg_attr(waiting = "turns", ignore = "exercise 7.3 waits for you in src/exercises/turns.rs")]
fn after_its_turn_a_key_may_become_ready_again() {
    within(LIMIT, || {
        let mut turns = Turns::new(4);
        for _ in 0..3 {
            turns.ready(5);
            assert_eq!(round(&mut turns, &[]), [5], "it was made ready, and has its turn");
        }
    });
}

#[test]
#[cfg_attr(waiting = "turns", ignore = "exercise 7.3 waits for you in src/exercises/turns.rs")]
fn a_round_ends_however_busy_they_are() {
    within(LIMIT, || {
        let mut turns = with_ready(&[1, 2, 3]);
        for _ in 0..3 {
            assert_eq!(round(&mut turns, &[1, 2, 3]), [1, 2, 3], "a turn each, then a pause");
            assert!(!turns.is_idle(), "they have more to do: the loop must not sleep");
        }
    });
}

#[test]
#[cfg_attr(waiting = "turns", ignore = "exercise 7.3 waits for you in src/exercises/turns.rs")]
fn who_has_more_comes_after_all_who_are_ready() {
    within(LIMIT, || {
        let mut turns = with_ready(&[1, 2, 3]);
        assert_eq!(round(&mut turns, &[1]), [1, 2, 3], "one turn each, also for the busy one");
        turns.ready(4);
        assert_eq!(round(&mut turns, &[1]), [1, 4], "1 was ready before 4");
        turns.ready(5);
        turns.ready(4);
        assert_eq!(round(&mut turns, &[]), [1, 5, 4]);
    });
}

#[test]
#[cfg_attr(waiting = "turns", ignore = "exercise 7.3 waits for you in src/exercises/turns.rs")]
fn what_is_forgotten_has_no_turn() {
    within(LIMIT, || {
        let mut turns = with_ready(&[1, 2, 3]);
        turns.forget(2);
        turns.forget(7); // it was not in the queue at all
        assert_eq!(round(&mut turns, &[]), [1, 3], "2 was forgotten");
        turns.ready(1);
        turns.forget(1);
        assert!(turns.is_idle(), "the only one was forgotten: the loop may sleep");
        turns.ready(1);
        assert_eq!(round(&mut turns, &[]), [1], "it was forgotten, and became ready again");
    });
}

#[test]
#[cfg_attr(waiting = "turns", ignore = "exercise 7.3 waits for you in src/exercises/turns.rs")]
fn each_turn_has_the_budget() {
    within(LIMIT, || {
        let mut turns = Turns::new(3);
        turns.ready(1);
        turns.ready(2);
        let mut steps_left = [0, 10, 2]; // by key
        let mut rounds = 0;
        while !turns.is_idle() {
            rounds += 1;
            assert!(rounds < 100, "turns without a budget: nobody gets on");
            turns.round(|key, budget| {
                steps_left[key] -= budget.min(steps_left[key]);
                if steps_left[key] > 0 { Turn::More } else { Turn::Done }
            });
        }
        assert_eq!(rounds, 4, "rounds for 10 steps, 3 in each");
    });
}
