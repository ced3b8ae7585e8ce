//! What exercise 8.1 must keep in every order of the threads.

use modelling::{Thread, explore, tell, thread, wake_spuriously};

use super::thread_set::ThreadSet;
use crate::sync::{Arc, Mutex};

/// How many lead, as those who do count it.
#[derive(Clone, Default)]
struct Chair(Arc<Mutex<usize>>);

impl Chair {
    fn count(&self, change: impl FnOnce(usize) -> usize) -> usize {
        let mut seated = self.0.lock().expect("no panic under this lock");
        *seated = change(*seated);
        *seated
    }

    fn sit_down(&self) {
        let leaders = self.count(|leaders| leaders + 1);
        assert_eq!(leaders, 1, "threads that lead at a time");
    }

    fn get_up(&self) {
        self.count(|leaders| leaders - 1);
    }
}

/// A thread that leads and processes so many times.
fn works(set: &ThreadSet, chair: &Chair, name: &str, times: usize) -> Thread<()> {
    let (set, chair) = (set.clone(), chair.clone());
    thread(name, move || {
        for _ in 0..times {
            tell("joins");
            let leadership = set.join().expect("nobody stops it");
            tell("leads");
            chair.sit_down();
            chair.get_up();
            tell("promotes");
            let processing = leadership.promote_new_leader();
            tell("processes");
            drop(processing);
        }
    })
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn at_most_one_thread_leads() {
    explore(|| {
        let (set, chair) = (ThreadSet::new(), Chair::default());
        let threads = ["a", "b", "c"].map(|name| works(&set, &chair, name, 2));
        threads.into_iter().for_each(Thread::join);
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn nobody_is_left_behind() {
    explore(|| {
        let (set, chair) = (ThreadSet::new(), Chair::default());
        // One comes back again and again, the other one waits its turn.
        let threads = [works(&set, &chair, "busy", 3), works(&set, &chair, "patient", 1)];
        threads.into_iter().for_each(Thread::join);
        let standing = set.standing();
        assert!(!standing.led, "all have gone home, and one is still said to lead");
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn a_wake_up_without_a_reason_makes_no_leader() {
    explore(|| {
        wake_spuriously();
        let (set, chair) = (ThreadSet::new(), Chair::default());
        let threads = ["a", "b"].map(|name| works(&set, &chair, name, 1));
        threads.into_iter().for_each(Thread::join);
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn of_all_who_come_back_to_a_vacancy_one_leads() {
    explore(|| {
        let (set, chair) = (ThreadSet::new(), Chair::default());
        // Both have promoted, and nobody follows: all threads of the set process.
        let all = [(); 2].map(|()| set.join().expect("nobody stops it").promote_new_leader());
        let names = ["first", "second"].into_iter();
        let threads: Vec<_> = names
            .zip(all)
            .map(|(name, processing)| {
                let (set, chair) = (set.clone(), chair.clone());
                thread(name, move || {
                    tell("is done, and comes back");
                    drop(processing);
                    let leadership = set.join().expect("nobody stops it");
                    tell("leads");
                    chair.sit_down();
                    chair.get_up();
                    drop(leadership);
                })
            })
            .collect();
        threads.into_iter().for_each(Thread::join);
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn nobody_gets_in_before_the_one_that_was_promoted() {
    explore(|| {
        let set = ThreadSet::new();
        let order = Arc::new(Mutex::new(Vec::new()));
        let leads = |name: &'static str| {
            let (set, order) = (set.clone(), Arc::clone(&order));
            thread(name, move || {
                tell("joins");
                let leadership = set.join().expect("nobody stops it");
                tell("leads");
                order.lock().expect("no panic under this lock").push(name);
                drop(leadership);
            })
        };
        let leadership = set.join().expect("nobody stops it");
        let follower = leads("follower");
        while set.standing().followers == 0 {
            shuttle::thread::yield_now();
        }
        tell("promotes the follower, which has to wake up first");
        drop(leadership.promote_new_leader());
        let newcomer = leads("newcomer");
        [follower, newcomer].into_iter().for_each(Thread::join);
        let order = order.lock().expect("no panic under this lock").clone();
        assert_eq!(order, ["follower", "newcomer"], "who led, one after the other");
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn a_stop_is_heard_whenever_it_comes() {
    explore(|| {
        let set = ThreadSet::new();
        let threads = ["a", "b", "c"].map(|name| {
            let set = set.clone();
            thread(name, move || {
                tell("joins");
                while let Some(leadership) = set.join() {
                    tell("leads, promotes and processes");
                    drop(leadership.promote_new_leader());
                    shuttle::thread::yield_now();
                }
                tell("goes home");
            })
        });
        tell("stops the set");
        set.stop();
        threads.into_iter().for_each(Thread::join);
        let standing = set.standing();
        assert!(!standing.led, "all have gone home, and one is still said to lead");
        assert_eq!(standing.followers, 0, "followers on the list of a set that was stopped");
    });
}
