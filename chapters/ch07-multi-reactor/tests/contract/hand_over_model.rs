//! What exercise 7.2 must keep in every order of the threads.

use modelling::{Thread, explore, tell, thread};

use super::hand_over::Mailbox;
use crate::sync::{Arc, Condvar, Mutex};

/// What a loop sleeps in: a wake-up that comes before the sleep is kept, several are one.
#[derive(Default)]
struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    fn ring(&self) {
        tell("wakes the loop");
        *self.rung.lock().expect("no panic under this lock") = true;
        self.changed.notify_one();
    }

    fn sleep(&self) {
        tell("sleeps");
        let mut rung = self.rung.lock().expect("no panic under this lock");
        while !*rung {
            rung = self.changed.wait(rung).expect("no panic under this lock");
        }
        *rung = false;
    }
}

/// Two threads give an item each; the loop goes on until it has both.
fn two_give(count_wake_ups: bool) {
    let bell = Arc::new(Bell::default());
    let woken = Arc::new(Mutex::new(0));
    let (their_bell, their_count) = (Arc::clone(&bell), Arc::clone(&woken));
    let mailbox = Arc::new(Mailbox::new(Box::new(move || {
        *their_count.lock().expect("no panic under this lock") += 1;
        their_bell.ring();
    })));
    let givers: Vec<_> = (1..=2)
        .map(|item| {
            let mailbox = Arc::clone(&mailbox);
            thread(format!("giver-{item}"), move || {
                tell(format!("gives {item}"));
                mailbox.give(item);
            })
        })
        .collect();
    let (mut taken, mut sleeps) = (Vec::new(), 0);
    loop {
        taken.append(&mut mailbox.take_all());
        if taken.len() == 2 {
            break;
        }
        tell(format!("has {} of 2", taken.len()));
        if mailbox.may_sleep() {
            sleeps += 1;
            bell.sleep();
        }
    }
    givers.into_iter().for_each(Thread::join);
    taken.sort();
    assert_eq!(taken, [1, 2], "each item once");
    if count_wake_ups {
        let woken = *woken.lock().expect("no panic under this lock");
        assert!(woken <= sleeps, "{woken} wake-ups for {sleeps} sleeps");
    }
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn nothing_is_left_lying_while_the_loop_sleeps() {
    explore(|| two_give(false));
}

#[test]
#[cfg_attr(
    waiting = "hand_over",
    ignore = "exercise 7.2 waits for you in src/exercises/hand_over.rs"
)]
fn there_is_one_wake_up_a_sleep_at_most() {
    explore(|| two_give(true));
}
