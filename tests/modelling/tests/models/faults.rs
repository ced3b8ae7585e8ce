//! Right models pass, and each classic fault is found and named.

use crate::places::{Wait, failure, three_clients};
use modelling::{explore, explore_all, tell, thread};
use shuttle::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use shuttle::sync::{Arc, Mutex};

#[test]
fn a_right_monitor_passes() {
    let explored = explore(three_clients(Wait::While));
    assert!(explored.schedules > 300, "{explored:?}");
}

#[test]
fn a_lost_wake_up_is_found_as_a_deadlock() {
    let text = failure(|| _ = explore(three_clients(Wait::LooksBefore)));
    assert!(text.starts_with("deadlock: no thread can go on"), "{text}");
    assert!(text.contains("takes a place"), "{text}");
}

#[test]
fn if_instead_of_while_around_a_wait_is_found() {
    let text = failure(|| _ = explore(three_clients(Wait::If)));
    assert!(text.starts_with("there is no free place to take"), "{text}");
    assert!(text.contains("models/places.rs:"), "{text}");
    assert!(text.contains("<- failed here"), "{text}");
}

/// One waits for a flag in this way, and the flag is never set without a signal.
fn waits_for_a_flag(wait: Wait, spurious: bool) -> impl Fn() + Send + Sync + 'static {
    move || {
        if spurious {
            modelling::wake_spuriously();
        }
        let state = Arc::new((Mutex::new(false), modelling::Condvar::new()));
        let waiter = thread("waiter", {
            let state = Arc::clone(&state);
            move || {
                tell("waits for the flag");
                let (flag, changed) = &*state;
                let mut flag = flag.lock().unwrap();
                match wait {
                    Wait::If if !*flag => flag = changed.wait(flag).unwrap(),
                    Wait::If => {}
                    _ => {
                        while !*flag {
                            flag = changed.wait(flag).unwrap();
                        }
                    }
                }
                assert!(*flag, "goes on without the flag");
            }
        });
        tell("sets the flag");
        *state.0.lock().unwrap() = true;
        state.1.notify_one();
        waiter.join();
    }
}

#[test]
fn a_wait_that_trusts_its_wake_up_is_found_where_wake_ups_are_spurious() {
    explore(waits_for_a_flag(Wait::If, false));
    let text = failure(|| _ = explore(waits_for_a_flag(Wait::If, true)));
    assert!(text.starts_with("goes on without the flag"), "{text}");
    assert!(text.contains("is awake again"), "{text}");
    explore(waits_for_a_flag(Wait::While, true));
}

/// Two clients each look at a counter and then add: the look is stale by then.
fn check_then_act() {
    let taken = Arc::new(AtomicUsize::new(0));
    let clients = [1, 2].map(|number| {
        let taken = Arc::clone(&taken);
        thread(format!("client-{number}"), move || {
            tell("looks whether the place is free");
            if taken.load(Ordering::SeqCst) == 0 {
                tell("takes the place");
                taken.fetch_add(1, Ordering::SeqCst);
            }
        })
    });
    for client in clients {
        client.join();
    }
    assert!(taken.load(Ordering::SeqCst) <= 1, "the place is taken twice");
}

#[test]
fn a_check_then_act_race_is_found() {
    let text = failure(|| _ = explore(check_then_act));
    assert!(text.starts_with("the place is taken twice"), "{text}");
    assert_eq!(text.matches("takes the place").count(), 2, "{text}");
}

#[test]
fn all_schedules_of_a_tiny_model_find_the_race_too() {
    let text = failure(|| _ = explore_all(check_then_act));
    assert!(text.starts_with("the place is taken twice"), "{text}");
}

#[test]
fn a_search_of_all_schedules_says_whether_it_was_complete() {
    let tiny = explore_all(|| {
        let flag = Arc::new(Mutex::new(false));
        let theirs = Arc::clone(&flag);
        let setter = thread("setter", move || *theirs.lock().unwrap() = true);
        let _seen = *flag.lock().unwrap();
        setter.join();
    });
    assert!(tiny.complete, "{tiny:?}");
    assert!(tiny.schedules > 2, "{tiny:?}");

    let huge = explore_all(three_clients(Wait::While));
    assert!(!huge.complete, "{huge:?}");
}

#[test]
fn a_lock_taken_twice_by_one_thread_is_called_a_deadlock() {
    let text = failure(|| {
        explore(|| {
            let lock = Mutex::new(());
            tell("locks");
            let _first = lock.lock().unwrap();
            tell("locks again");
            let _second = lock.lock();
        });
    });
    assert!(text.starts_with("deadlock: main locks a mutex that it holds already"), "{text}");
}

#[test]
fn an_endless_loop_is_reported() {
    let text = failure(|| {
        explore(|| {
            let ready = Arc::new(AtomicBool::new(false));
            let theirs = Arc::clone(&ready);
            let waiter = thread("waiter", move || {
                tell("waits for a flag that nobody sets");
                while !theirs.load(Ordering::SeqCst) {
                    tell("looks");
                }
            });
            waiter.join();
        });
    });
    assert!(text.starts_with("no end after 10000 steps"), "{text}");
    assert!(text.contains("main    waits for `waiter` to end"), "{text}");
    // A story of ten thousand steps is told in part.
    assert!(text.contains("steps left out"), "{text}");
    assert!(text.lines().count() < 100, "{text}");
}

#[test]
fn a_thread_that_nobody_joins_must_end_too() {
    let text = failure(|| {
        explore(|| {
            let lock = Arc::new(Mutex::new(()));
            let condvar = Arc::new(shuttle::sync::Condvar::new());
            let _sleeper = thread("sleeper", move || {
                tell("sleeps for ever");
                drop(condvar.wait(lock.lock().unwrap()));
            });
        });
    });
    assert!(text.starts_with("deadlock"), "{text}");
    assert!(text.contains("sleeper  after step 1: sleeps for ever"), "{text}");
}

#[test]
fn a_model_without_threads_passes() {
    let explored = explore(|| tell("is alone"));
    assert!(explored.schedules >= 1);
}
