//! Wrong answer to exercise 8.2: a follower that leaves goes on being known by its first turn.
//!
//! looked right: Its place is free as soon as it has left, and few ever come back to it.
//! caught by: promotion_policy_contract::who_leaves_and_joins_again_is_the_newest
//! diagnosis: 1 has joined again, after all others

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Which follower is promoted. One that has joined does not join again before it has left or was
/// promoted.
pub trait PromotionPolicy {
    /// What tells one follower from another.
    type Follower;
    /// How important a follower is: the greater, the more. `()` where it does not matter.
    type Priority;

    /// `follower` waits from now on.
    fn join(&mut self, follower: Self::Follower, priority: Self::Priority);

    /// `follower` waits no more; says whether it did.
    fn leave(&mut self, follower: Self::Follower) -> bool;

    /// Chooses one and takes it off the list. `None`: nobody waits.
    fn promote(&mut self) -> Option<Self::Follower>;

    /// How many wait.
    fn waiting(&self) -> usize;
}

/// First in, first out: given, as an example.
pub struct Fifo<F> {
    /// Who waits, by turns: the smallest has waited longest.
    by_turn: BTreeMap<u64, F>,
    /// The turn of each one that waits. Without it, to leave would take a walk along the list.
    turns: HashMap<F, u64>,
    next_turn: u64,
}

impl<F> Default for Fifo<F> {
    /// Nobody waits.
    fn default() -> Fifo<F> {
        Fifo { by_turn: BTreeMap::new(), turns: HashMap::new(), next_turn: 0 }
    }
}

impl<F: Copy + Ord + Hash> PromotionPolicy for Fifo<F> {
    type Follower = F;
    type Priority = ();

    fn join(&mut self, follower: F, (): ()) {
        let turn = self.next_turn;
        self.next_turn += 1;
        self.by_turn.insert(turn, follower);
        self.turns.insert(follower, turn);
    }

    fn leave(&mut self, follower: F) -> bool {
        self.turns.remove(&follower).is_some_and(|turn| self.by_turn.remove(&turn).is_some())
    }

    fn promote(&mut self) -> Option<F> {
        let (_, follower) = self.by_turn.pop_first()?;
        self.turns.remove(&follower);
        Some(follower)
    }

    fn waiting(&self) -> usize {
        self.turns.len()
    }
}

/// Last in, first out.
pub struct Lifo<F> {
    /// All but the choice is as there.
    fifo: Fifo<F>,
    /// The turns that were given out.
    first_turns: HashMap<F, u64>,
}

impl<F> Default for Lifo<F> {
    /// Nobody waits.
    fn default() -> Lifo<F> {
        Lifo { fifo: Fifo::default(), first_turns: HashMap::new() }
    }
}

impl<F: Copy + Ord + Hash> PromotionPolicy for Lifo<F> {
    type Follower = F;
    type Priority = ();

    fn join(&mut self, follower: F, (): ()) {
        if let Some(&turn) = self.first_turns.get(&follower) {
            self.fifo.by_turn.insert(turn, follower);
            self.fifo.turns.insert(follower, turn);
            return;
        }
        self.first_turns.insert(follower, self.fifo.next_turn);
        self.fifo.join(follower, ());
    }

    fn leave(&mut self, follower: F) -> bool {
        self.fifo.leave(follower)
    }

    fn promote(&mut self) -> Option<F> {
        let (_, follower) = self.fifo.by_turn.pop_last()?;
        self.fifo.turns.remove(&follower);
        Some(follower)
    }

    fn waiting(&self) -> usize {
        self.fifo.waiting()
    }
}

/// The highest priority first, up to the patience of the one that has waited longest.
pub struct Priority<F, P> {
    patience: usize,
    /// Who waits, by turns, with the priority of each.
    by_turn: BTreeMap<u64, (F, P)>,
    /// The same ones by rank: the highest priority first, and the smallest turn within it.
    by_rank: BTreeMap<(Reverse<P>, u64), F>,
    /// The turn of each one that waits.
    turns: HashMap<F, u64>,
    next_turn: u64,
    /// How often the first one of `by_turn` was passed over.
    passed_over: usize,
}

impl<F: Copy + Ord + Hash, P: Copy + Ord> Priority<F, P> {
    /// Nobody waits. With a patience of 0 it promotes whoever has waited longest.
    pub fn new(patience: usize) -> Priority<F, P> {
        Priority {
            patience,
            by_rank: BTreeMap::new(),
            by_turn: BTreeMap::new(),
            turns: HashMap::new(),
            next_turn: 0,
            passed_over: 0,
        }
    }

    /// Takes this one out of all three maps. If it was the oldest, another one is, from now on.
    fn remove(&mut self, follower: F) -> Option<F> {
        let turn = self.turns.remove(&follower)?;
        if self.by_turn.first_key_value().is_some_and(|(first, _)| *first == turn) {
            self.passed_over = 0;
        }
        let (_, priority) = self.by_turn.remove(&turn)?;
        self.by_rank.remove(&(Reverse(priority), turn))
    }
}

impl<F: Copy + Ord + Hash, P: Copy + Ord> PromotionPolicy for Priority<F, P> {
    type Follower = F;
    type Priority = P;

    fn join(&mut self, follower: F, priority: P) {
        let turn = self.next_turn;
        self.next_turn += 1;
        self.by_rank.insert((Reverse(priority), turn), follower);
        self.by_turn.insert(turn, (follower, priority));
        self.turns.insert(follower, turn);
    }

    fn leave(&mut self, follower: F) -> bool {
        self.remove(follower).is_some()
    }

    fn promote(&mut self) -> Option<F> {
        let (&turn, &(oldest, _)) = self.by_turn.first_key_value()?;
        let (&(_, best), &first) = self.by_rank.first_key_value()?;
        if best == turn || self.passed_over >= self.patience {
            return self.remove(oldest);
        }
        self.passed_over += 1;
        self.remove(first)
    }

    fn waiting(&self) -> usize {
        self.turns.len()
    }
}
