//! A tiny program for chapter 3's page: one condition variable for both sides, and one is woken.

use modelling::{predicts, tell, thread};

use crate::sync::{Arc, Condvar, Mutex, MutexGuard};

// ANCHOR: program
fn a_shelf_with_one_bell() -> &'static str {
    let shelf: Shelf = Arc::default();
    let taker = thread("taker", {
        let shelf = Arc::clone(&shelf);
        move || {
            *wait(&shelf, "waits for an item", |full| full) = false;
            shelf.1.notify_one();
        }
    });
    let putter = thread("putter", {
        let shelf = Arc::clone(&shelf);
        move || drop(wait(&shelf, "waits for room", |full| !full))
    });
    *shelf.0.lock().unwrap() = true;
    shelf.1.notify_one();
    taker.join();
    putter.join();
    "the item was taken, and there was room"
}

/// Whether there is an item on it, with room for one, and the bell for both sides.
type Shelf = Arc<(Mutex<bool>, Condvar)>;

fn wait<'a>(shelf: &'a Shelf, what: &str, fits: fn(bool) -> bool) -> MutexGuard<'a, bool> {
    let mut full = shelf.0.lock().unwrap();
    while !fits(*full) {
        tell(what);
        full = shelf.1.wait(full).unwrap();
    }
    full
}
// ANCHOR_END: program

#[test]
fn predict_one_bell_for_both_sides() {
    predicts("ch03-shelf", a_shelf_with_one_bell);
}
