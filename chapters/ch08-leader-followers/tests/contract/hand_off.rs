//! What exercise 8.3 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Barrier;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

use ch00_workbench::within;

use super::hand_off::{HandOff, Handed, Leadership, Turn, Work};

const LIMIT: Duration = Duration::from_secs(5);

type Events = HandOff<&'static str>;

/// Joins where leadership must be vacant.
fn lead(set: &Events) -> Leadership<'_, &'static str> {
    match set.join() {
        Some(Turn::Lead(leadership)) => leadership,
        _ => panic!("leadership is vacant, and yet this thread does not lead"),
    }
}

/// Hands over where somebody else can take care of the event.
fn on<'a>(handed: Handed<'a, &'static str>) -> Leadership<'a, &'static str> {
    match handed {
        Handed::LeadOn(leadership) => leadership,
        Handed::ProcessIt(_) => panic!("the leader processes, though others could"),
    }
}

/// Hands over where nobody else is there.
fn alone<'a>(handed: Handed<'a, &'static str>) -> Work<'a, &'static str> {
    match handed {
        Handed::ProcessIt(work) => work,
        Handed::LeadOn(_) => panic!("nobody follows: who processes the event?"),
    }
}

/// Starts a thread that joins once and tells what came of it; waits until it follows.
fn follow<'a>(
    scope: &'a Scope<'a, '_>,
    set: &'a Events,
    name: &'static str,
    tell: &Sender<String>,
) {
    let (before, tell) = (set.followers(), tell.clone());
    scope.spawn(move || {
        let text = match set.join() {
            Some(Turn::Lead(_)) => format!("{name} leads"),
            Some(Turn::Process(work)) => format!("{name} has {} of {}", work.event, work.handle),
            None => format!("{name} goes home"),
        };
        tell.send(text).expect("the test waits for that");
    });
    while set.followers() == before {
        thread::yield_now();
    }
}

fn next(of: &Receiver<String>) -> String {
    of.recv().expect("somebody tells")
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn who_has_followed_longest_gets_the_event_and_the_leader_leads_on() {
    let (set, (tell, told)) = (Events::default(), mpsc::channel());
    within(LIMIT, || {
        thread::scope(|scope| {
            let mut leadership = lead(&set);
            ["a", "b"].into_iter().for_each(|name| follow(scope, &set, name, &tell));
            for (handle, event, wanted) in
                [(1, "one", "a has one of 1"), (2, "two", "b has two of 2")]
            {
                leadership = on(leadership.hand_over(handle, event));
                assert_eq!(next(&told), wanted, "the order in which they began to follow");
            }
            drop(leadership);
        });
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn with_nobody_to_hand_it_to_the_leader_processes_and_another_leads() {
    let set = Events::default();
    within(LIMIT, || {
        let first = alone(lead(&set).hand_over(1, "one"));
        let second = alone(lead(&set).hand_over(2, "two"));
        assert_eq!([first.event, second.event], ["one", "two"], "each has its own event");
        drop((first, second));
        drop(lead(&set));
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn an_event_of_a_busy_handle_waits_behind_the_others() {
    let (set, (tell, told)) = (Events::default(), mpsc::channel());
    within(LIMIT, || {
        thread::scope(|scope| {
            let work = alone(lead(&set).hand_over(7, "one"));
            let leadership = lead(&set);
            follow(scope, &set, "a", &tell);
            let leadership = on(leadership.hand_over(7, "two"));
            let leadership = on(leadership.hand_over(7, "three"));
            assert_eq!(set.followers(), 1, "a follower was woken for a handle that is busy");
            let work = work.next().expect("an event has come meanwhile");
            assert_eq!((work.handle, work.event), (7, "two"), "in the order in which they came");
            let work = work.next().expect("an event has come meanwhile");
            assert_eq!((work.handle, work.event), (7, "three"), "in the order in which they came");
            assert!(work.next().is_none(), "nothing more has come");
            let leadership = on(leadership.hand_over(7, "four"));
            assert_eq!(next(&told), "a has four of 7", "the handle is free again");
            drop(leadership);
        });
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn events_of_two_handles_are_processed_at_the_same_time() {
    let (set, both) = (Events::default(), Barrier::new(2));
    within(LIMIT, || {
        thread::scope(|scope| {
            let mut leadership = lead(&set);
            for _ in 0..2 {
                let before = set.followers();
                scope.spawn(|| {
                    let Some(Turn::Process(_work)) = set.join() else { panic!("it has no event") };
                    both.wait();
                });
                while set.followers() == before {
                    thread::yield_now();
                }
            }
            for (handle, event) in [(1, "one"), (2, "two")] {
                leadership = on(leadership.hand_over(handle, event));
            }
            drop(leadership);
        });
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn a_handler_that_panics_leaves_its_handle_free() {
    let set = Events::default();
    within(LIMIT, || {
        let work = alone(lead(&set).hand_over(7, "one"));
        drop(on(lead(&set).hand_over(7, "two")));
        let handler = catch_unwind(AssertUnwindSafe(move || {
            let _work = work;
            panic!("on purpose: the handler fails");
        }));
        assert!(handler.is_err(), "the handler panics on purpose");
        let work = alone(lead(&set).hand_over(7, "three"));
        assert_eq!(work.event, "three", "what was behind the one that failed is given up");
        assert!(work.next().is_none(), "what was behind the one that failed is given up");
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn a_leader_that_leaves_is_followed_by_another_one() {
    let (set, (tell, told)) = (Events::default(), mpsc::channel());
    within(LIMIT, || {
        thread::scope(|scope| {
            let leadership = lead(&set);
            follow(scope, &set, "a", &tell);
            drop(leadership);
            assert_eq!(next(&told), "a leads");
        });
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn stop_sends_home_whoever_has_no_order() {
    let (set, (tell, told)) = (Events::default(), mpsc::channel());
    within(LIMIT, || {
        thread::scope(|scope| {
            let leadership = lead(&set);
            ["a", "b"].into_iter().for_each(|name| follow(scope, &set, name, &tell));
            set.stop();
            let mut both = [next(&told), next(&told)];
            both.sort_unstable();
            assert_eq!(both, ["a goes home", "b goes home"]);
            let work = alone(leadership.hand_over(1, "one"));
            assert!(set.join().is_none(), "joined a set that was stopped");
            assert!(work.next().is_none(), "nothing more has come");
        });
    });
}
