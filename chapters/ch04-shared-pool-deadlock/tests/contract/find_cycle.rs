//! What exercise 4.3 must keep.

use std::time::Duration;

use ch00_workbench::within;

use super::find_cycle::find_cycle;

const LIMIT: Duration = Duration::from_secs(5);

/// Finds a cycle, and checks that it is one.
fn found(arrows: &[Vec<usize>]) -> Option<Vec<usize>> {
    let cycle = within(LIMIT, || find_cycle(arrows))?;
    assert!(!cycle.is_empty(), "a cycle has at least one place");
    let mut sorted = cycle.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), cycle.len(), "a place twice in {cycle:?}");
    for (number, from) in cycle.iter().enumerate() {
        let to = cycle[(number + 1) % cycle.len()];
        assert!(arrows[*from].contains(&to), "{cycle:?}: there is no arrow from {from} to {to}");
    }
    Some(cycle)
}

#[test]
#[cfg_attr(
    waiting = "find_cycle",
    ignore = "exercise 4.3 waits for you in src/exercises/find_cycle.rs"
)]
fn the_hang_of_the_demo_is_a_cycle() {
    // Two threads, two latches, two jobs, a pool that has no other threads.
    let arrows = [vec![2], vec![3], vec![4], vec![5], vec![6], vec![6], vec![0, 1]];
    assert!(found(&arrows).is_some(), "the pool waits for itself");
}

#[test]
#[cfg_attr(
    waiting = "find_cycle",
    ignore = "exercise 4.3 waits for you in src/exercises/find_cycle.rs"
)]
fn two_ways_to_one_place_are_no_cycle() {
    assert_eq!(found(&[vec![1, 2], vec![3], vec![3], vec![]]), None, "0 to 3 by 1, and by 2");
    assert_eq!(found(&[vec![1, 1], vec![]]), None, "two arrows to the same place");
    assert_eq!(found(&[vec![], vec![0], vec![0, 1]]), None, "arrows to places already seen");
}

#[test]
#[cfg_attr(
    waiting = "find_cycle",
    ignore = "exercise 4.3 waits for you in src/exercises/find_cycle.rs"
)]
fn what_leads_to_a_cycle_is_no_part_of_it() {
    let cycle = found(&[vec![1], vec![2], vec![3], vec![4], vec![2, 5], vec![]]);
    let mut cycle = cycle.expect("2, 3 and 4 are a cycle");
    cycle.sort_unstable();
    assert_eq!(cycle, [2, 3, 4], "0 and 1 lead to the cycle and are not on it");
}

#[test]
#[cfg_attr(
    waiting = "find_cycle",
    ignore = "exercise 4.3 waits for you in src/exercises/find_cycle.rs"
)]
fn a_cycle_is_found_wherever_it_is() {
    assert_eq!(found(&[vec![], vec![1]]), Some(vec![1]), "an arrow from a place to itself");
    assert!(found(&[vec![1], vec![], vec![3], vec![2]]).is_some(), "out of reach from place 0");
    assert!(found(&[vec![1, 2], vec![], vec![0]]).is_some(), "on the second arrow");
    assert_eq!(found(&[]), None, "no places at all");
    assert_eq!(found(&[vec![], vec![]]), None, "no arrows at all");
}

#[test]
#[cfg_attr(
    waiting = "find_cycle",
    ignore = "exercise 4.3 waits for you in src/exercises/find_cycle.rs"
)]
fn ways_that_part_and_meet_are_not_walked_one_by_one() {
    // Sixty times two ways to the next place: 2 to the power of 60 ways, and 180 arrows.
    let mut arrows = Vec::new();
    for step in 0..60 {
        let place = 3 * step;
        arrows.extend([vec![place + 1, place + 2], vec![place + 3], vec![place + 3]]);
    }
    arrows.push(Vec::new());
    assert_eq!(found(&arrows), None, "all arrows lead on");
}

#[test]
#[cfg_attr(
    waiting = "find_cycle",
    ignore = "exercise 4.3 waits for you in src/exercises/find_cycle.rs"
)]
fn a_long_chain_does_not_overflow_the_stack() {
    let length = 200_000;
    let mut arrows: Vec<Vec<usize>> = (1..length).map(|next| vec![next]).collect();
    arrows.push(Vec::new());
    assert_eq!(found(&arrows), None, "a chain has an end");
    arrows[length - 1].push(0);
    assert_eq!(
        found(&arrows).map(|cycle| cycle.len()),
        Some(length),
        "its end is tied to its start"
    );
}
