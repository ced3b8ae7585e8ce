//! A tiny program for chapter 7's page: the flag that spares wake-ups is cleared after the look.

use modelling::{predicts, tell, thread};
use shuttle::sync::atomic::{AtomicBool, Ordering::SeqCst};
use shuttle::sync::{Arc, Condvar, Mutex};

// ANCHOR: program
struct Inbox {
    items: Mutex<Vec<&'static str>>,
    /// The bell has been rung, and nobody need ring it again.
    rung: AtomicBool,
    /// The bell: a ring that comes early is kept.
    bell: Mutex<bool>,
    hears: Condvar,
}

fn empty_and_then_clear() -> &'static str {
    // Alice's connection is in already, and the bell has been rung for it.
    let inbox = Arc::new(Inbox {
        items: Mutex::new(vec!["alice"]),
        rung: AtomicBool::new(true),
        bell: Mutex::new(true),
        hears: Condvar::new(),
    });
    let acceptor = thread("acceptor", {
        let inbox = Arc::clone(&inbox);
        move || {
            inbox.items.lock().unwrap().push("bob");
            if !inbox.rung.swap(true, SeqCst) {
                *inbox.bell.lock().unwrap() = true;
                inbox.hears.notify_one();
            }
        }
    });
    let mut served = 0;
    while served < 2 {
        let mut bell = inbox.bell.lock().unwrap();
        while !*bell {
            tell("(the worker) sleeps");
            bell = inbox.hears.wait(bell).unwrap();
        }
        *bell = false;
        drop(bell);
        served += inbox.items.lock().unwrap().drain(..).count();
        inbox.rung.store(false, SeqCst);
    }
    acceptor.join();
    "both are served"
}
// ANCHOR_END: program

#[test]
fn predict_a_flag_that_is_cleared_after_the_look() {
    predicts("ch07-cleared-late", empty_and_then_clear);
}
