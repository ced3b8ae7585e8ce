//! All outcomes of a tiny program are found, those behind a failure too.

use crate::places::failure;
use modelling::{outcomes, tell, thread};
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::sync::{Arc, Condvar, Mutex};

/// Two threads add one each, by a read and a write.
fn two_adders() -> usize {
    let count = Arc::new(AtomicUsize::new(0));
    let adders = ["first", "second"].map(|name| {
        let count = Arc::clone(&count);
        thread(name, move || {
            let before = count.load(Ordering::SeqCst);
            count.store(before + 1, Ordering::SeqCst);
        })
    });
    adders.into_iter().for_each(|adder| adder.join());
    count.load(Ordering::SeqCst)
}

#[test]
fn a_lost_update_is_an_outcome_beside_the_hoped_for_one() {
    assert_eq!(Vec::from_iter(outcomes(two_adders)), ["1", "2"]);
}

#[test]
fn all_orders_of_three_threads_are_tried() {
    let orders = outcomes(|| {
        let order = Arc::new(Mutex::new(String::new()));
        let writers = ["a", "b", "c"].map(|name| {
            let order = Arc::clone(&order);
            thread(name, move || order.lock().unwrap().push_str(name))
        });
        writers.into_iter().for_each(|writer| writer.join());
        let order = order.lock().unwrap();
        order.clone()
    });
    assert_eq!(Vec::from_iter(orders), ["abc", "acb", "bac", "bca", "cab", "cba"]);
}

/// One waits for a bell that may have rung before.
fn a_bell_without_a_memory(panics: bool) -> &'static str {
    let bell = Arc::new((Mutex::new(()), Condvar::new()));
    let theirs = Arc::clone(&bell);
    let sleeper = thread("sleeper", move || {
        let guard = theirs.0.lock().unwrap();
        tell("waits for the bell");
        drop(theirs.1.wait(guard).unwrap());
        assert!(!panics, "what a noise");
    });
    bell.1.notify_one();
    sleeper.join();
    "both have ended"
}

#[test]
fn to_wait_for_ever_is_an_outcome_and_tells_who_does() {
    let found = outcomes(|| a_bell_without_a_memory(false));
    let hangs = "nobody can go on: sleeper waits for the bell";
    assert_eq!(Vec::from_iter(found), ["both have ended", hangs]);
}

#[test]
fn a_panic_is_an_outcome_and_the_search_goes_on_behind_it() {
    let found = outcomes(|| a_bell_without_a_memory(true));
    let hangs = "nobody can go on: sleeper waits for the bell";
    assert_eq!(Vec::from_iter(found), [hangs, "panics: what a noise"]);
}

#[test]
fn what_is_returned_counts_only_if_all_threads_end() {
    let found = outcomes(|| {
        let bell = Arc::new((Mutex::new(()), Condvar::new()));
        let theirs = Arc::clone(&bell);
        let _left_alone = thread("left-alone", move || {
            let guard = theirs.0.lock().unwrap();
            drop(theirs.1.wait(guard).unwrap());
        });
        "returned"
    });
    assert_eq!(Vec::from_iter(found), ["nobody can go on: left-alone waits"]);
}

#[test]
fn a_program_with_too_many_orders_is_refused() {
    let text = failure(|| {
        outcomes(|| {
            let threads = ["a", "b", "c", "d"].map(|name| {
                let count = Arc::new(AtomicUsize::new(0));
                thread(name, move || {
                    for _ in 0..8 {
                        count.fetch_add(1, Ordering::SeqCst);
                    }
                })
            });
            threads.into_iter().for_each(|thread| thread.join());
            "done"
        });
    });
    assert!(text.starts_with("too many schedules"), "{text}");
}

#[test]
fn outcomes_that_the_book_does_not_show_are_named() {
    let text = failure(|| modelling::predicts("of-no-page", two_adders));
    assert!(text.contains("book/src/outcomes/of-no-page.txt"), "{text}");
}
