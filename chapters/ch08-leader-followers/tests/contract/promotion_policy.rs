//! What exercise 8.2 must keep. No thread is needed for that: a policy is asked under a lock.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::promotion_policy::{Fifo, Lifo, Priority, PromotionPolicy};

/// Nobody loses patience in so many promotions.
const PATIENT: usize = usize::MAX;

/// Lets these join, in this order, each with its priority.
fn join<P: Copy>(
    policy: &mut impl PromotionPolicy<Follower = u64, Priority = P>,
    followers: &[(u64, P)],
) {
    for &(follower, priority) in followers {
        policy.join(follower, priority);
    }
}

/// Promotes until nobody is left.
fn all_of(policy: &mut impl PromotionPolicy<Follower = u64>) -> Vec<u64> {
    let promoted = std::iter::from_fn(|| policy.promote()).collect();
    assert_eq!(policy.waiting(), 0, "followers that are left when there is nobody to promote");
    promoted
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn the_last_to_join_is_the_first_to_lead() {
    let mut policy = Lifo::default();
    join(&mut policy, &[(1, ()), (2, ()), (3, ())]);
    assert_eq!(policy.promote(), Some(3), "the newest");
    policy.join(4, ());
    assert_eq!(all_of(&mut policy), [4, 2, 1], "the newest of those who wait, each time");
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn the_highest_priority_leads_first() {
    let mut policy = Priority::new(PATIENT);
    join(&mut policy, &[(1, 5), (2, 200), (3, 0), (4, 50)]);
    assert_eq!(all_of(&mut policy), [2, 4, 1, 3], "by falling priority: 200, 50, 5, 0");
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn among_equals_who_has_waited_longest_leads() {
    let mut policy = Priority::new(PATIENT);
    join(&mut policy, &[(9, 1), (3, 1), (7, 1), (5, 1), (1, 1)]);
    assert_eq!(all_of(&mut policy), [9, 3, 7, 5, 1], "all have the same priority");
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn who_has_left_is_never_promoted() {
    fn check(policy: &mut impl PromotionPolicy<Follower = u64>, wanted: [u64; 2]) {
        assert!(policy.leave(2), "2 did wait");
        assert!(!policy.leave(2), "2 has left already");
        assert!(!policy.leave(8), "8 has never joined");
        assert_eq!(policy.waiting(), 2, "followers that wait");
        assert_eq!(all_of(policy), wanted, "2 has left");
        assert!(!policy.leave(1), "1 was promoted, and waits no more");
    }
    let mut lifo = Lifo::default();
    join(&mut lifo, &[(1, ()), (2, ()), (3, ())]);
    check(&mut lifo, [3, 1]);
    let mut priority = Priority::new(PATIENT);
    join(&mut priority, &[(1, 0), (2, 9), (3, 9)]);
    check(&mut priority, [3, 1]);
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn who_leaves_and_joins_again_is_the_newest() {
    let mut policy = Lifo::default();
    join(&mut policy, &[(1, ()), (2, ()), (3, ())]);
    assert!(policy.leave(1), "1 did wait");
    policy.join(1, ());
    assert_eq!(all_of(&mut policy), [1, 3, 2], "1 has joined again, after all others");

    let mut policy = Priority::new(PATIENT);
    join(&mut policy, &[(1, 9), (2, 5), (3, 5)]);
    assert!(policy.leave(1), "1 did wait");
    policy.join(1, 5);
    assert_eq!(all_of(&mut policy), [2, 3, 1], "1 is back, with a lower priority");
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn nobody_is_passed_over_for_ever() {
    let mut policy = Priority::new(3);
    join(&mut policy, &[(1, 0), (2, 0)]);
    let mut promoted = Vec::new();
    for important in 10..18 {
        policy.join(important, 9);
        promoted.extend(policy.promote());
    }
    // 1 and 2 wait from the beginning; each is passed over three times while it is the oldest.
    let wanted = [10, 11, 12, 1, 13, 14, 15, 2];
    assert_eq!(promoted, wanted, "with a patience of 3");
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn a_new_oldest_is_passed_over_from_0_on() {
    let mut policy = Priority::new(2);
    join(&mut policy, &[(1, 0), (2, 0), (10, 9), (11, 9), (12, 9), (13, 9)]);
    assert_eq!([policy.promote(), policy.promote()], [Some(10), Some(11)], "1 is passed over");
    assert!(policy.leave(1), "1 did wait, and has lost its patience");
    let rest = all_of(&mut policy);
    assert_eq!(rest, [12, 13, 2], "2 is the oldest now, and was not passed over as such before");

    let mut policy = Priority::new(1);
    join(&mut policy, &[(1, 9), (2, 0), (3, 5), (4, 5)]);
    let all = all_of(&mut policy);
    assert_eq!(all, [1, 3, 2, 4], "to promote the oldest by its rank passes over nobody");
}

/// The rules, without a thought for the time they take.
#[derive(Default)]
struct Plain {
    /// Followers with their priorities, the one that has waited longest first.
    waiting: Vec<(u64, u8)>,
    passed_over: usize,
}

impl Plain {
    fn take(&mut self, place: usize) -> u64 {
        self.passed_over = if place == 0 { 0 } else { self.passed_over };
        self.waiting.remove(place).0
    }

    fn promote(&mut self, patience: usize) -> Option<u64> {
        let best = self.waiting.iter().map(|(_, priority)| *priority).max()?;
        let first = self.waiting.iter().position(|(_, priority)| *priority == best)?;
        let place = if self.passed_over >= patience { 0 } else { first };
        self.passed_over += usize::from(place > 0);
        Some(self.take(place))
    }
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn after_any_steps_it_chooses_as_the_rules_say() {
    for patience in [0, 1, 3, PATIENT] {
        let (mut policy, mut plain) = (Priority::new(patience), Plain::default());
        // A simple random sequence, the same on each run.
        let mut random = 42_u64;
        for step in 0..3000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (follower, priority) = ((random >> 33) % 12, (random >> 40) as u8 % 3);
            let place = plain.waiting.iter().position(|(waits, _)| *waits == follower);
            match (random >> 60, place) {
                (0..6, _) => assert_eq!(
                    policy.promote(),
                    plain.promote(patience),
                    "promoted in step {step}, with a patience of {patience}"
                ),
                (_, Some(place)) => {
                    plain.take(place);
                    assert!(policy.leave(follower), "{follower} waits, in step {step}");
                }
                (_, None) => {
                    plain.waiting.push((follower, priority));
                    policy.join(follower, priority);
                }
            }
            assert_eq!(
                policy.waiting(),
                plain.waiting.len(),
                "followers that wait, in step {step}"
            );
        }
    }
}

/// How many followers and priorities were compared, on this thread.
fn looks(more: usize) -> usize {
    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }
    LOOKS.set(LOOKS.get() + more);
    LOOKS.get()
}

/// A follower, or a priority, that counts how often it is looked at.
#[derive(Clone, Copy)]
struct Counted(u64);

impl Ord for Counted {
    fn cmp(&self, other: &Counted) -> Ordering {
        looks(1);
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Counted) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Counted) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Counted {}

impl Hash for Counted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// With so many, a walk along them takes many more looks than a step may.
const MANY: u64 = 4000;

/// Looks for each step. A search tree needs some 20 for each of its maps, a walk up to [`MANY`].
const FEW: usize = 200;

/// Many come, half of them leave, and the rest is promoted.
fn many_come_and_go<T>(policy: &mut T, priority: impl Fn(u64) -> T::Priority)
where
    T: PromotionPolicy<Follower = Counted>,
{
    let before = looks(0);
    (0..MANY).for_each(|follower| policy.join(Counted(follower), priority(follower % 7)));
    // From the middle to both ends: none of them stands where a list is quick to give up one.
    for step in 0..MANY / 4 {
        assert!(policy.leave(Counted(MANY / 2 + step)), "it did wait");
        assert!(policy.leave(Counted(MANY / 2 - step - 1)), "it did wait");
    }
    let promoted = std::iter::from_fn(|| policy.promote()).count() as u64;
    assert_eq!(promoted, MANY / 2, "half of them still waited");
    let each = (looks(0) - before) / (2 * MANY as usize);
    assert!(each < FEW, "{each} looks at a follower or a priority for each step: a walk?");
}

#[test]
#[cfg_attr(
    waiting = "promotion_policy",
    ignore = "exercise 8.2 waits for you in src/exercises/promotion_policy.rs"
)]
fn no_step_walks_along_all_who_wait() {
    many_come_and_go(&mut Fifo::default(), |_| ());
    many_come_and_go(&mut Lifo::default(), |_| ());
    many_come_and_go(&mut Priority::new(PATIENT), Counted);
}
