//! Exercise 8.2: who is promoted?
//!
//! Which of the followers leads next is a choice, and so it is a strategy of its own. First in,
//! first out is fair, and it is given here. Last in, first out takes the thread whose cache is still
//! warm, and lets the others sleep until they can be sent home. By priority, the important ones go
//! first; and lest the others wait for ever, there is a bound.
//!
//! What holds when you are done:
//!
//! * [`Lifo`] promotes the one that joined last.
//! * [`Priority`] promotes the one with the highest priority; among equals, the one that has waited
//!   longest.
//! * But nobody is passed over for ever. Each promotion of another one passes over the one that has
//!   waited longest of all; once it has been passed over `patience` times, it is promoted, whatever
//!   its priority. When it has left, or leads, the next one's count begins at 0.
//! * A follower may leave without being promoted, since it was idle for too long. It is never
//!   promoted then; and if it joins again, it is the newest, with the priority it has now.
//! * Each method takes O(log n) steps for n followers: somebody holds the thread set's lock
//!   meanwhile. There is no lock in here.

//@ stub
use std::cmp::Reverse;
//@ end
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
}

impl<F> Default for Lifo<F> {
    /// Nobody waits.
    fn default() -> Lifo<F> {
        Lifo { fifo: Fifo::default() }
    }
}

impl<F: Copy + Ord + Hash> PromotionPolicy for Lifo<F> {
    type Follower = F;
    type Priority = ();

    fn join(&mut self, follower: F, (): ()) {
        //@ stub
        //@ | todo!("exercise 8.2: it is the newest now")
        self.fifo.join(follower, ());
        //@ end
    }

    fn leave(&mut self, follower: F) -> bool {
        //@ stub
        //@ | todo!("exercise 8.2: it may stand anywhere in the list")
        self.fifo.leave(follower)
        //@ end
    }

    fn promote(&mut self) -> Option<F> {
        //@ stub
        //@ | todo!("exercise 8.2: the newest of those who still wait")
        let (_, follower) = self.fifo.by_turn.pop_last()?;
        self.fifo.turns.remove(&follower);
        Some(follower)
        //@ end
    }

    fn waiting(&self) -> usize {
        //@ stub
        //@ | todo!("exercise 8.2: those who have left do not wait")
        self.fifo.waiting()
        //@ end
    }
}

/// The highest priority first, up to the patience of the one that has waited longest.
pub struct Priority<F, P> {
    patience: usize,
    /// Who waits, by turns, with the priority of each.
    by_turn: BTreeMap<u64, (F, P)>,
    //@ stub
    //@ | // What else do you need, so that nothing has to be looked for in there?
    /// The same ones by rank: the highest priority first, and the smallest turn within it.
    by_rank: BTreeMap<(Reverse<P>, u64), F>,
    /// The turn of each one that waits.
    turns: HashMap<F, u64>,
    next_turn: u64,
    /// How often the first one of `by_turn` was passed over.
    passed_over: usize,
    //@ end
}

impl<F: Copy + Ord + Hash, P: Copy + Ord> Priority<F, P> {
    /// Nobody waits. With a patience of 0 it promotes whoever has waited longest.
    pub fn new(patience: usize) -> Priority<F, P> {
        //@ stub
        //@ | todo!("exercise 8.2: nobody waits, and nobody was passed over")
        Priority {
            patience,
            by_rank: BTreeMap::new(),
            by_turn: BTreeMap::new(),
            turns: HashMap::new(),
            next_turn: 0,
            passed_over: 0,
        }
        //@ end
    }
    //@ stub

    /// Takes this one out of all three maps. If it was the oldest, another one is, from now on.
    fn remove(&mut self, follower: F) -> Option<F> {
        let turn = self.turns.remove(&follower)?;
        if self.by_turn.first_key_value().is_some_and(|(first, _)| *first == turn) {
            self.passed_over = 0;
        }
        let (_, priority) = self.by_turn.remove(&turn)?;
        self.by_rank.remove(&(Reverse(priority), turn))
    }
    //@ end
}

impl<F: Copy + Ord + Hash, P: Copy + Ord> PromotionPolicy for Priority<F, P> {
    type Follower = F;
    type Priority = P;

    fn join(&mut self, follower: F, priority: P) {
        //@ stub
        //@ | todo!("exercise 8.2: it is the newest among those of its priority")
        let turn = self.next_turn;
        self.next_turn += 1;
        self.by_rank.insert((Reverse(priority), turn), follower);
        self.by_turn.insert(turn, (follower, priority));
        self.turns.insert(follower, turn);
        //@ end
    }

    fn leave(&mut self, follower: F) -> bool {
        //@ stub
        //@ | todo!("exercise 8.2: whose count is it if the oldest leaves?")
        self.remove(follower).is_some()
        //@ end
    }

    fn promote(&mut self) -> Option<F> {
        //@ stub
        //@ | todo!("exercise 8.2: the oldest, if its patience is at its end; else the first by rank")
        let (&turn, &(oldest, _)) = self.by_turn.first_key_value()?;
        let (&(_, best), &first) = self.by_rank.first_key_value()?;
        if best == turn || self.passed_over >= self.patience {
            return self.remove(oldest);
        }
        self.passed_over += 1;
        self.remove(first)
        //@ end
    }

    fn waiting(&self) -> usize {
        //@ stub
        //@ | todo!("exercise 8.2: those who have left do not wait")
        self.turns.len()
        //@ end
    }
}
