//! The verdict: can each thread that waits still go on?
//!
//! It starts from what waits for nothing, and asks again and again who could go on if those did.
//! Whoever is never reached is stuck, and not for want of time: a slow pool has a worker that is
//! only busy, and that worker is where the reasoning starts.

use std::collections::BTreeSet;

use crate::graph::{Graph, Needs, Node};

/// Finds a cycle among corners, given as the list of arrows of each: the chapter's way, or the
/// learner's answer to exercise 4.3. It returns the corners in the order of the arrows.
pub type FindCycle = fn(&[Vec<usize>]) -> Option<Vec<usize>>;

/// Corners of the graph that can never go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// All of them, as places in the graph.
    pub corners: BTreeSet<usize>,
    /// A cycle among them, in the order of the arrows.
    pub cycle: Vec<usize>,
}

/// Whether anything in the graph is stuck for good.
pub fn verdict(graph: &Graph, find_cycle: FindCycle) -> Option<Stuck> {
    let free = free(graph);
    let corners: BTreeSet<usize> =
        (0..graph.corners.len()).filter(|corner| !free[*corner]).collect();
    if corners.is_empty() {
        return None;
    }
    let own = |corner: usize| {
        let arrows = graph.corners[corner].arrows.iter().copied();
        arrows.filter(|to| corners.contains(&corner) && corners.contains(to)).collect()
    };
    let arrows: Vec<Vec<usize>> = (0..graph.corners.len()).map(own).collect();
    let cycle = find_cycle(&arrows).unwrap_or_default();
    Some(Stuck { corners, cycle })
}

/// Which corners can go on, if those that wait for nothing do.
// ANCHOR: free
fn free(graph: &Graph) -> Vec<bool> {
    let mut free = vec![false; graph.corners.len()];
    loop {
        let mut changed = false;
        for (place, corner) in graph.corners.iter().enumerate() {
            let goes_on = match corner.needs {
                Needs::Nothing => true,
                Needs::One => corner.arrows.iter().any(|to| free[*to]),
                Needs::All => corner.arrows.iter().all(|to| free[*to]),
            };
            changed |= goes_on && !free[place];
            free[place] |= goes_on;
        }
        // Each round frees a corner or is the last one, so there are no more rounds than corners.
        if !changed {
            return free;
        }
    }
}
// ANCHOR_END: free

/// The chapter's way to a cycle. It is for what is stuck only: there every corner with an arrow has
/// one to another that is stuck, so whoever follows the first arrow each time must come back.
/// Exercise 4.3 finds a cycle in any graph.
// ANCHOR: follow
pub fn follow_the_arrows(arrows: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut path: Vec<usize> = vec![arrows.iter().position(|own| !own.is_empty())?];
    loop {
        let next = *arrows[*path.last()?].first()?;
        if let Some(start) = path.iter().position(|corner| *corner == next) {
            return Some(path.split_off(start));
        }
        path.push(next);
    }
}
// ANCHOR_END: follow

impl Stuck {
    /// The verdict in one sentence.
    pub fn sentence(&self, graph: &Graph) -> String {
        let corners = || self.corners.iter().map(|place| &graph.corners[*place]);
        let pool = corners().find(|corner| matches!(corner.node, Node::Pool(_)));
        let threads = corners().filter(|corner| matches!(corner.node, Node::Thread(_)));
        let reason = match pool {
            Some(pool) => {
                let name = pool.label.trim_start_matches("pool ");
                let all = counted_workers(pool.arrows.len());
                format!(
                    "{all} of pool {name} can only be freed by jobs that are queued behind them"
                )
            }
            None => {
                let names: Vec<&str> = threads.map(|corner| corner.label.as_str()).collect();
                format!("{} wait for each other", names.join(" and "))
            }
        };
        format!("DEADLOCK: {reason}: {}", self.path(graph))
    }

    /// The cycle, once round.
    pub fn path(&self, graph: &Graph) -> String {
        // It reads best from a thread on.
        let is_thread = |place: &&usize| matches!(graph.corners[**place].node, Node::Thread(_));
        let first = self.cycle.iter().position(|place| is_thread(&place)).unwrap_or(0);
        let (before, after) = self.cycle.split_at(first);
        let round = after.iter().chain(before).chain(after.first());
        let labels: Vec<&str> = round.map(|place| graph.corners[*place].label.as_str()).collect();
        labels.join(" → ")
    }
}

fn counted_workers(count: usize) -> String {
    match count {
        1 => "the only worker".to_owned(),
        2 => "both workers".to_owned(),
        _ => format!("all {count} workers"),
    }
}
