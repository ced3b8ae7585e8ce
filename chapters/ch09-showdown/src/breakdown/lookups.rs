//! Does dispatching take longer, the more handlers there are? A slab and a balanced tree, timed.

use std::collections::BTreeMap;
use std::hint::black_box;

use ch06_half_sync_half_reactive::slots::Slots;

use super::components::now;
use crate::compare::statistics::Spread;

/// Numbers of handlers.
pub const HANDLERS: [usize; 4] = [10, 1_000, 10_000, 100_000];

/// Batches of which the median counts.
const BATCHES: usize = 9;

/// Nanoseconds for a look-up among so many handlers.
#[derive(Clone, Copy, Debug)]
pub struct Lookup {
    /// Handlers.
    pub handlers: usize,
    /// In chapter 6's slab, which goes to the place that the key names.
    pub slab: f64,
    /// In a balanced tree, which the literature has in mind.
    pub tree: f64,
}

/// Times look-ups of keys in no order that a cache could guess, `times` in a batch.
pub fn lookups(times: usize) -> Vec<Lookup> {
    HANDLERS.into_iter().map(|handlers| among(handlers, times)).collect()
}

fn among(handlers: usize, times: usize) -> Lookup {
    let mut slots = Slots::new();
    let keys: Vec<usize> = (0..handlers)
        .map(|number| slots.insert_with(|_| Ok(number)).expect("it is made"))
        .collect();
    let tree: BTreeMap<usize, usize> = keys.iter().map(|key| (*key, *key)).collect();
    let slab = each(times, &keys, |key| {
        black_box(slots.get(key));
    });
    let tree = each(times, &keys, |key| {
        black_box(tree.get(&key));
    });
    Lookup { handlers, slab, tree }
}

fn each(times: usize, keys: &[usize], find: impl Fn(usize)) -> f64 {
    let batches = (0..BATCHES).map(|batch| {
        let start = now();
        for turn in 0..times {
            // Far from the last one, and never the same order: a prime, and not a step of one.
            find(black_box(keys[(turn * 7_919 + batch) % keys.len()]));
        }
        let spent = now().saturating_sub(start);
        spent.as_nanos() as f64 / times as f64
    });
    Spread::of(batches).map_or(0.0, |spread| spread.median)
}
