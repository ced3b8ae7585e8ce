//! The hand-over and the limit under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
}

#[path = "predict/cleared_late.rs"]
mod cleared_late;
#[path = "../src/inbox.rs"]
mod inbox;
#[path = "../src/room.rs"]
mod room;

use ch05_two_phase_termination::StopToken;
use inbox::{HandOver, Inbox, Wake};
use modelling::{Thread, explore, tell, thread};
use room::Room;
use sync::{Arc, AtomicBool, Condvar, Mutex, Ordering};

/// What a loop sleeps in, as a demultiplexer does: a wake-up that comes before the sleep is kept,
/// and several are one.
#[derive(Default)]
struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
    wake_ups: Mutex<usize>,
}

impl Bell {
    fn ring(&self) {
        tell("wakes the loop");
        *self.wake_ups.lock().unwrap() += 1;
        *self.rung.lock().unwrap() = true;
        self.changed.notify_one();
    }

    fn sleep(&self) {
        tell("sleeps");
        let mut rung = self.rung.lock().unwrap();
        while !*rung {
            rung = self.changed.wait(rung).unwrap();
        }
        *rung = false;
    }
}

/// Two threads hand over two items each, to a loop that goes on until it has all four. Returns how
/// often the loop was woken, and how often it looked.
fn hand_four_over<H: HandOver<u32> + 'static>(make: fn(Wake) -> H) -> (usize, usize) {
    let bell = Arc::new(Bell::default());
    let theirs = Arc::clone(&bell);
    let inbox = Arc::new(make(Box::new(move || theirs.ring())));
    let givers: Vec<_> = [1, 3]
        .map(|first| {
            let inbox = Arc::clone(&inbox);
            thread(format!("giver of {first} and {}", first + 1), move || {
                for item in [first, first + 1] {
                    tell(format!("gives {item}"));
                    inbox.give(item);
                }
            })
        })
        .into();
    let (mut taken, mut looks) = (Vec::new(), 0);
    while taken.len() < 4 {
        looks += 1;
        inbox.take_all(&mut taken);
        tell(format!("has {} of 4", taken.len()));
        if taken.len() < 4 && inbox.may_sleep() {
            bell.sleep();
        }
    }
    givers.into_iter().for_each(Thread::join);
    let place = |item| taken.iter().position(|&taken| taken == item);
    assert!(place(1) < place(2) && place(3) < place(4), "in each giver's order: {taken:?}");
    taken.sort();
    assert_eq!(taken, [1, 2, 3, 4], "each item once");
    let wake_ups = *bell.wake_ups.lock().unwrap();
    (wake_ups, looks)
}

#[test]
fn whatever_is_handed_over_is_found() {
    explore(|| {
        hand_four_over(Inbox::new);
    });
}

#[test]
fn wake_ups_are_shared() {
    explore(|| {
        let (wake_ups, looks) = hand_four_over(Inbox::new);
        // One for each look, since a look clears the flag, and one that is still to be answered.
        assert!(wake_ups <= looks + 1, "{wake_ups} wake-ups, {looks} looks");
    });
}

/// A hand-over with one of two mistakes.
struct Mistaken {
    waiting: Mutex<Vec<u32>>,
    rung: AtomicBool,
    wake: Wake,
    /// It rings before it puts the item in.
    rings_first: bool,
    /// It clears the flag after it has emptied the list.
    clears_last: bool,
}

impl Mistaken {
    fn new(wake: Wake, rings_first: bool, clears_last: bool) -> Mistaken {
        let (waiting, rung) = (Mutex::new(Vec::new()), AtomicBool::new(false));
        Mistaken { waiting, rung, wake, rings_first, clears_last }
    }

    fn ring(&self) {
        if !self.rung.swap(true, Ordering::AcqRel) {
            (self.wake)();
        }
    }
}

impl HandOver<u32> for Mistaken {
    fn give(&self, item: u32) {
        if self.rings_first {
            self.ring();
        }
        self.waiting.lock().unwrap().push(item);
        if !self.rings_first {
            self.ring();
        }
    }

    fn take_all(&self, into: &mut Vec<u32>) {
        if !self.clears_last && !self.rung.swap(false, Ordering::AcqRel) {
            return;
        }
        into.append(&mut self.waiting.lock().unwrap());
        if self.clears_last {
            self.rung.store(false, Ordering::Release);
        }
    }

    fn may_sleep(&self) -> bool {
        true
    }
}

#[test]
#[should_panic(expected = "deadlock")]
fn an_item_is_lost_if_the_bell_rings_before_it_is_in() {
    explore(|| {
        hand_four_over(|wake| Mistaken::new(wake, true, false));
    });
}

#[test]
#[should_panic(expected = "deadlock")]
fn an_item_is_lost_if_the_flag_is_cleared_after_the_look() {
    explore(|| {
        hand_four_over(|wake| Mistaken::new(wake, false, true));
    });
}

#[test]
fn there_is_never_more_than_the_limit_and_nobody_waits_in_vain() {
    explore(|| {
        let (room, inside) = (Room::new(1), Arc::new(Mutex::new(0)));
        let clients: Vec<_> = (1..=3)
            .map(|number| {
                let (room, inside) = (Arc::clone(&room), Arc::clone(&inside));
                thread(format!("client-{number}"), move || {
                    let place = room.enter(&StopToken::new()).expect("nobody stops");
                    tell("is in");
                    *inside.lock().unwrap() += 1;
                    assert_eq!(*inside.lock().unwrap(), 1, "more than there is room for");
                    *inside.lock().unwrap() -= 1;
                    tell("leaves");
                    drop(place);
                })
            })
            .collect();
        clients.into_iter().for_each(Thread::join);
    });
}

#[test]
fn a_stop_ends_the_wait_for_a_place_whenever_it_comes() {
    explore(|| {
        let (room, stop) = (Room::new(1), StopToken::new());
        let _stays = room.enter(&stop).expect("there is room");
        let acceptor = thread("acceptor", {
            let (room, stop) = (Arc::clone(&room), stop.clone());
            move || {
                tell("asks for a place");
                assert!(room.enter(&stop).is_none(), "there is none");
            }
        });
        tell("stops");
        stop.stop();
        acceptor.join();
    });
}
