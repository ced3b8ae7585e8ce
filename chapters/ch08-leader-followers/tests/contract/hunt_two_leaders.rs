//! What exercise 8.4b must keep on real threads. The schedules are for the model beside this file.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ch00_workbench::within;

use super::hunt_two_leaders::ThreadSet;

const LIMIT: Duration = Duration::from_secs(5);

/// Starts a thread that joins and promotes; it tells when it leads.
fn leads_once(set: &ThreadSet, me: usize, tell: &mpsc::Sender<usize>) -> thread::JoinHandle<()> {
    let (set, tell) = (set.clone(), tell.clone());
    thread::spawn(move || {
        set.join(me);
        tell.send(me).expect("the test waits for that");
        set.promote_new_leader();
    })
}

#[test]
#[cfg_attr(
    waiting = "hunt_two_leaders",
    ignore = "exercise 8.4b waits for you in src/exercises/hunt_two_leaders.rs"
)]
fn the_first_one_leads_first() {
    within(LIMIT, || {
        let set = ThreadSet::new(1);
        let (tell, leads) = mpsc::channel();
        let second = leads_once(&set, 2, &tell);
        assert!(leads.recv_timeout(Duration::from_millis(50)).is_err(), "another one leads first");
        set.join(1);
        set.promote_new_leader();
        assert_eq!(leads.recv(), Ok(2), "the one that follows is promoted");
        second.join().expect("it does not panic");
    });
}

#[test]
#[cfg_attr(
    waiting = "hunt_two_leaders",
    ignore = "exercise 8.4b waits for you in src/exercises/hunt_two_leaders.rs"
)]
fn of_two_that_come_back_when_all_process_one_leads() {
    within(LIMIT, || {
        let set = ThreadSet::new(1);
        set.join(1);
        set.promote_new_leader();
        // All threads process, and 1 comes back.
        set.join(1);
        let (tell, leads) = mpsc::channel();
        let second = leads_once(&set, 2, &tell);
        assert!(leads.recv_timeout(Duration::from_millis(50)).is_err(), "two lead at a time");
        set.promote_new_leader();
        assert_eq!(leads.recv(), Ok(2), "the one that follows is promoted");
        second.join().expect("it does not panic");
    });
}

#[test]
#[cfg_attr(
    waiting = "hunt_two_leaders",
    ignore = "exercise 8.4b waits for you in src/exercises/hunt_two_leaders.rs"
)]
fn while_all_others_process_the_next_to_join_leads() {
    within(LIMIT, || {
        let set = ThreadSet::new(1);
        // Each of them promotes and goes on processing for as long as this test takes.
        for me in 1..=4 {
            set.join(me);
            set.promote_new_leader();
        }
    });
}
