//! Wrong answer to exercise 8.2: who leaves is counted out, and stays on the list.
//!
//! looked right: The number of those who wait is right, and nobody promotes the one that has left before all others.
//! caught by: promotion_policy_contract::who_has_left_is_never_promoted
//! diagnosis: 2 has left

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Which follower is promoted. A follower that has joined does not join again before it has left or
/// was promoted.
pub trait PromotionPolicy {
    /// `follower` waits from now on. The higher `priority`, the more important it is.
    fn join(&mut self, follower: u64, priority: u8);

    /// `follower` waits no more; says whether it did.
    fn leave(&mut self, follower: u64) -> bool;

    /// Chooses one and takes it off the list. `None`: nobody waits.
    fn promote(&mut self) -> Option<u64>;

    /// How many wait.
    fn waiting(&self) -> usize;
}

/// First in, first out: given, as an example.
#[derive(Default)]
pub struct Fifo {
    /// Who waits, by turns: the smallest has waited longest.
    by_turn: BTreeMap<u64, u64>,
    /// The turn of each one that waits. Without it, to leave would take a walk along the list.
    turns: HashMap<u64, u64>,
    next_turn: u64,
}

impl PromotionPolicy for Fifo {
    fn join(&mut self, follower: u64, _priority: u8) {
        let turn = self.next_turn;
        self.next_turn += 1;
        self.by_turn.insert(turn, follower);
        self.turns.insert(follower, turn);
    }

    fn leave(&mut self, follower: u64) -> bool {
        self.turns.remove(&follower).is_some_and(|turn| self.by_turn.remove(&turn).is_some())
    }

    fn promote(&mut self) -> Option<u64> {
        let (_, follower) = self.by_turn.pop_first()?;
        self.turns.remove(&follower);
        Some(follower)
    }

    fn waiting(&self) -> usize {
        self.turns.len()
    }
}

/// Last in, first out.
#[derive(Default)]
pub struct Lifo {
    /// All but the choice is as there.
    fifo: Fifo,
}

impl PromotionPolicy for Lifo {
    fn join(&mut self, follower: u64, priority: u8) {
        self.fifo.join(follower, priority);
    }

    fn leave(&mut self, follower: u64) -> bool {
        self.fifo.turns.remove(&follower).is_some()
    }

    fn promote(&mut self) -> Option<u64> {
        let (_, follower) = self.fifo.by_turn.pop_last()?;
        self.fifo.turns.remove(&follower);
        Some(follower)
    }

    fn waiting(&self) -> usize {
        self.fifo.waiting()
    }
}

/// The highest priority first, up to the patience of the one that has waited longest.
pub struct Priority {
    patience: usize,
    /// Who waits, by rank: the highest priority first, and the smallest turn within it.
    by_rank: BTreeMap<(Reverse<u8>, u64), u64>,
    /// The same ones by turn, with the priority of each; and the turn of each.
    by_turn: BTreeMap<u64, (u64, u8)>,
    turns: HashMap<u64, u64>,
    next_turn: u64,
    /// How often the first one of `by_turn` was passed over.
    passed_over: usize,
}

impl Priority {
    /// Nobody waits. With a patience of 0 it promotes whoever has waited longest.
    pub fn new(patience: usize) -> Priority {
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
    fn remove(&mut self, follower: u64) -> Option<u64> {
        let turn = self.turns.remove(&follower)?;
        if self.by_turn.first_key_value().is_some_and(|(first, _)| *first == turn) {
            self.passed_over = 0;
        }
        let (_, priority) = self.by_turn.remove(&turn)?;
        self.by_rank.remove(&(Reverse(priority), turn))
    }
}

impl PromotionPolicy for Priority {
    fn join(&mut self, follower: u64, priority: u8) {
        let turn = self.next_turn;
        self.next_turn += 1;
        self.by_rank.insert((Reverse(priority), turn), follower);
        self.by_turn.insert(turn, (follower, priority));
        self.turns.insert(follower, turn);
    }

    fn leave(&mut self, follower: u64) -> bool {
        self.remove(follower).is_some()
    }

    fn promote(&mut self) -> Option<u64> {
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
