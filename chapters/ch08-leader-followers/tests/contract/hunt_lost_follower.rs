//! What exercise 8.4a must keep on real threads. The schedules are for the model beside this file.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ch00_workbench::within;

use super::hunt_lost_follower::ThreadSet;

const LIMIT: Duration = Duration::from_secs(5);

#[test]
#[cfg_attr(
    waiting = "hunt_lost_follower",
    ignore = "exercise 8.4a waits for you in src/exercises/hunt_lost_follower.rs"
)]
fn while_nobody_leads_the_next_to_join_does() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        // The same thread each time: with nobody else there, it never has to wait.
        for _ in 0..3 {
            set.join();
            set.promote_new_leader();
        }
    });
}

#[test]
#[cfg_attr(
    waiting = "hunt_lost_follower",
    ignore = "exercise 8.4a waits for you in src/exercises/hunt_lost_follower.rs"
)]
fn a_follower_leads_when_it_is_promoted_and_not_before() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        set.join();
        let (tell, leads) = mpsc::channel();
        let follower = thread::spawn({
            let set = set.clone();
            move || {
                set.join();
                tell.send(()).expect("the test waits for that");
                set.promote_new_leader();
            }
        });
        assert!(leads.recv_timeout(Duration::from_millis(50)).is_err(), "two lead at a time");
        set.promote_new_leader();
        leads.recv().expect("the follower leads");
        follower.join().expect("it does not panic");
    });
}

#[test]
#[cfg_attr(
    waiting = "hunt_lost_follower",
    ignore = "exercise 8.4a waits for you in src/exercises/hunt_lost_follower.rs"
)]
fn threads_that_come_back_again_and_again_all_come_to_an_end() {
    within(LIMIT, || {
        let set = ThreadSet::new();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        set.join();
                        set.promote_new_leader();
                    }
                });
            }
        });
    });
}
