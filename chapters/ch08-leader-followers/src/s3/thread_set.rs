//! The thread set of the full pattern.
//!
//! Stage 2's promotion wakes *somebody*, who then looks whether there is still something to lead.
//! Here it *appoints*: the leader chooses a follower by the policy, and leadership passes to that
//! thread under the lock, before it has even woken. Nobody can come in between. An event can be
//! handed to a follower in the same way. With nobody to appoint, the leadership is vacant, and that
//! is written down: the next who joins takes it.

use std::mem::ManuallyDrop;
use std::time::Instant;

use ch00_workbench::Journal;

use super::outcome::{Leadership, Patience, Promotion, Role};
use super::policy::{Follower, PromotionPolicy};
use crate::role;
use crate::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The threads that take turns at the look-out. `E` is an event that can be handed over.
pub struct ThreadSet<E> {
    state: Mutex<State<E>>,
    /// Where each thread waits, alone: thread `t` at place `t - 1`. Signalled when it gets its
    /// order, and when the set is closed; so a wake-up is never meant for somebody else.
    seats: Box<[Condvar]>,
    policy: Box<dyn PromotionPolicy>,
    journal: Journal,
}

struct State<E> {
    /// Who leads, or is appointed to. Invariants: **at most one thread**; and `None`, the vacancy,
    /// **only while nobody follows**, so that no follower is ever stranded.
    leader: Option<usize>,
    /// Who waits in `join` without an order, in the order of arrival. Whoever takes a thread off
    /// this list gives it its order under the same lock.
    followers: Vec<Follower>,
    /// What each thread is to do, from when it is taken off the list until it wakes and takes it.
    orders: Box<[Option<Order<E>>]>,
    /// Nobody is to lead any more.
    closed: bool,
}

enum Order<E> {
    Lead,
    Process(E),
}

impl<E> ThreadSet<E> {
    /// A set for the threads 1 to `most`, none of which has joined.
    pub fn new(most: usize, policy: Box<dyn PromotionPolicy>, journal: Journal) -> ThreadSet<E> {
        let followers = Vec::with_capacity(most);
        let orders = (0..most).map(|_| None).collect();
        let state = State { leader: None, followers, orders, closed: false };
        let seats = (0..most).map(|_| Condvar::new()).collect();
        ThreadSet { state: Mutex::new(state), seats, policy, journal }
    }

    /// Takes a vacant leadership, or follows until there is an order. With `patience` the thread may
    /// be [dismissed](Role::Dismissed) when it was not needed for long.
    // ANCHOR: join
    pub fn join(&self, me: Follower, patience: Option<Patience<'_>>) -> Role<'_, E> {
        let mut state = self.lock();
        debug_assert_ne!(state.leader, Some(me.thread), "a leader promotes before it joins");
        if state.closed {
            return Role::Dismissed;
        }
        if state.leader.is_none() {
            debug_assert!(state.followers.is_empty(), "nobody follows while nobody leads");
            state.leader = Some(me.thread);
            self.journal.state(role::LEADER);
            return Role::Leader(Leadership::over(self));
        }
        state.followers.push(me);
        self.journal.state(role::FOLLOWER);
        self.follow(state, me.thread, patience)
    }

    /// Waits for the order, which only ever comes under the lock: it is there already at the next
    /// look, or its signal comes to a thread that waits. A wake-up without an order means nothing.
    fn follow<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<E>>,
        thread: usize,
        patience: Option<Patience<'_>>,
    ) -> Role<'a, E> {
        let since = Instant::now();
        loop {
            match state.orders[thread - 1].take() {
                Some(Order::Lead) => return Role::Leader(Leadership::over(self)),
                Some(Order::Process(event)) => return Role::Processing(event),
                None if state.closed => return Role::Dismissed,
                None => {}
            }
            let seat = &self.seats[thread - 1];
            let Some(Patience { limit, may_go }) = &patience else {
                state = seat.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = limit.saturating_sub(since.elapsed());
            // With an order at hand it would not come here: a thread that is needed never goes.
            if left.is_zero() && may_go() {
                state.followers.retain(|follower| follower.thread != thread);
                self.journal.say(|| "was not needed for long, and goes".to_owned());
                return Role::Dismissed;
            }
            let left = if left.is_zero() { *limit } else { left };
            state = seat.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
    // ANCHOR_END: join

    /// Gives leadership up: a follower leads from now on, the caller processes.
    // ANCHOR: promote
    pub fn promote_new_leader(&self, leadership: Leadership<'_, E>) -> Promotion {
        let _given_up_here = ManuallyDrop::new(leadership);
        self.pass_on(|| self.journal.state(role::PROCESSING))
    }

    /// Passes leadership on, however it was given up; `note` says what becomes of the old leader.
    pub(super) fn pass_on(&self, note: impl FnOnce()) -> Promotion {
        let mut state = self.lock();
        note();
        let promotion = self.appoint(&mut state);
        drop(state);
        // Outside the lock: the thread that wakes would have to wait for that at once.
        if let Promotion::Appointed(thread) = promotion {
            self.seats[thread - 1].notify_one();
        }
        promotion
    }

    /// Chooses the next leader, if anybody follows.
    fn appoint(&self, state: &mut State<E>) -> Promotion {
        debug_assert!(state.leader.is_some(), "only a leader gives leadership up");
        let Some(next) = self.take_follower(state) else {
            state.leader = None;
            self.journal.say(|| "nobody follows, so nobody leads".to_owned());
            return Promotion::Vacant;
        };
        state.leader = Some(next);
        state.orders[next - 1] = Some(Order::Lead);
        self.note(next, role::LEADER);
        Promotion::Appointed(next)
    }
    // ANCHOR_END: promote

    // ANCHOR: hand_off
    /// Hands `event` to a follower, and leads on.
    ///
    /// # Errors
    /// The event, if nobody follows: the leader must promote and process it itself.
    pub fn hand_off(&self, leadership: &Leadership<'_, E>, event: E) -> Result<usize, E> {
        debug_assert!(leadership.is_over(self), "a leader of this set");
        let mut state = self.lock();
        let Some(thread) = self.take_follower(&mut state) else { return Err(event) };
        state.orders[thread - 1] = Some(Order::Process(event));
        self.journal.say(|| format!("hands the event to {}", role::name(thread)));
        self.note(thread, role::PROCESSING);
        drop(state);
        self.seats[thread - 1].notify_one();
        Ok(thread)
    }
    // ANCHOR_END: hand_off

    /// Lets nobody lead any more, and wakes all who follow. The leader must be woken by others: it
    /// waits elsewhere. Orders that are given already are carried out.
    pub fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.followers.clear();
        drop(state);
        self.seats.iter().for_each(Condvar::notify_one);
    }

    /// Whether the set is closed.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Takes a follower off the list; the caller gives it its order.
    fn take_follower(&self, state: &mut State<E>) -> Option<usize> {
        if state.followers.is_empty() {
            return None;
        }
        let chosen = self.policy.choose(&state.followers);
        Some(state.followers.remove(chosen).thread)
    }

    /// Notes the role of a thread that has yet to wake and learn of it.
    fn note(&self, thread: usize, role: &str) {
        if self.journal.is_on() {
            self.journal.named(&role::name(thread)).state(role);
        }
    }

    /// Nothing but a policy can panic under this lock, and before anything is changed.
    fn lock(&self) -> MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
