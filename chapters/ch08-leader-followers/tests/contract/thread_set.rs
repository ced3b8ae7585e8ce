//! What exercise 8.1 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ch00_workbench::within;

use super::thread_set::{Standing, ThreadSet};

const LIMIT: Duration = Duration::from_secs(5);

/// A thread that joins, says whether it leads, and goes.
fn joins(
    set: &ThreadSet,
    name: &'static str,
    leads: &mpsc::Sender<&'static str>,
) -> JoinHandle<()> {
    let (set, leads) = (set.clone(), leads.clone());
    let thread = thread::Builder::new().name(name.to_owned());
    let body = move || {
        if let Some(leadership) = set.join() {
            leads.send(name).expect("the test waits for that");
            drop(leadership);
        }
    };
    thread.spawn(body).expect("a thread")
}

/// Waits until so many follow; `within` bounds it.
fn until_followers(set: &ThreadSet, number: usize) {
    while set.standing().followers != number {
        thread::yield_now();
    }
}

fn next(of: &Receiver<&'static str>) -> &'static str {
    of.recv().expect("somebody leads")
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn the_first_to_join_leads() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        let leadership = set.join().expect("nobody has stopped it");
        assert_eq!(set.standing(), Standing { led: true, followers: 0, processing: 0 });
        drop(leadership);
        assert_eq!(set.standing(), Standing { led: false, followers: 0, processing: 0 });
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn who_promotes_processes_until_it_is_done() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        let first = set.join().expect("nobody has stopped it").promote_new_leader();
        let second = set.join().expect("leadership is vacant").promote_new_leader();
        assert_eq!(set.standing(), Standing { led: false, followers: 0, processing: 2 });
        drop((first, second));
        assert_eq!(set.standing(), Standing { led: false, followers: 0, processing: 0 });
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn a_follower_leads_when_it_is_promoted_and_not_before() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        let (tell, leads) = mpsc::channel();
        let leadership = set.join().expect("nobody has stopped it");
        let follower = joins(&set, "follower", &tell);
        until_followers(&set, 1);
        assert!(leads.try_recv().is_err(), "two lead at a time");
        let processing = leadership.promote_new_leader();
        assert_eq!(next(&leads), "follower");
        assert_eq!(set.standing().processing, 1, "the first one still processes");
        follower.join().expect("it does not panic");
        drop(processing);
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn who_has_followed_longest_is_promoted() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        let (tell, leads) = mpsc::channel();
        let leadership = set.join().expect("nobody has stopped it");
        let names = ["first", "second", "third"];
        let followers = [0, 1, 2].map(|number| {
            let follower = joins(&set, names[number], &tell);
            until_followers(&set, number + 1);
            follower
        });
        drop(leadership.promote_new_leader());
        // Each of them leaves as soon as it leads, and so makes way for the next.
        let order = names.map(|_| next(&leads));
        followers.into_iter().for_each(|follower| follower.join().expect("it does not panic"));
        assert_eq!(order, names, "the order in which they led is the order in which they joined");
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn a_leader_that_panics_passes_leadership_on() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        let (tell, leads) = mpsc::channel();
        let leadership = set.join().expect("nobody has stopped it");
        let follower = joins(&set, "follower", &tell);
        until_followers(&set, 1);
        let leader = thread::spawn(move || {
            let _leadership = leadership;
            panic!("on purpose: the leader fails");
        });
        assert!(leader.join().is_err(), "the leader panics on purpose");
        assert_eq!(next(&leads), "follower");
        follower.join().expect("it does not panic");
    });
}

#[test]
#[cfg_attr(
    waiting = "thread_set",
    ignore = "exercise 8.1 waits for you in src/exercises/thread_set.rs"
)]
fn stop_sends_every_follower_home() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        let (tell, leads) = mpsc::channel();
        let leadership = set.join().expect("nobody has stopped it");
        let followers = ["first", "second"].map(|name| joins(&set, name, &tell));
        until_followers(&set, 2);
        set.stop();
        followers.into_iter().for_each(|follower| follower.join().expect("it does not panic"));
        assert!(leads.try_recv().is_err(), "one of them leads after all");
        assert!(set.join().is_none(), "joined a set that was stopped");
        let processing = leadership.promote_new_leader();
        assert_eq!(set.standing(), Standing { led: false, followers: 0, processing: 1 });
        drop(processing);
        assert!(set.join().is_none(), "took the vacancy of a set that was stopped");
    });
}
