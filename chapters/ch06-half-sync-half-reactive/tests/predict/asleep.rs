//! A tiny program for chapter 6's page: the reactor is woken only if it says that it sleeps.

use modelling::{predicts, tell, thread};
use shuttle::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use shuttle::sync::{Arc, Condvar, Mutex};

// ANCHOR: program
#[derive(Default)]
struct Desk {
    done: AtomicUsize,
    asleep: AtomicBool,
    /// The demultiplexer's wake-up: one that comes early is kept.
    woken: Mutex<bool>,
    wakes: Condvar,
}

fn look_and_then_fall_asleep() -> &'static str {
    let desk = Arc::new(Desk::default());
    let worker = thread("worker", {
        let desk = Arc::clone(&desk);
        move || {
            desk.done.fetch_add(1, SeqCst);
            if desk.asleep.load(SeqCst) {
                *desk.woken.lock().unwrap() = true;
                desk.wakes.notify_one();
            }
        }
    });
    if desk.done.load(SeqCst) == 0 {
        desk.asleep.store(true, SeqCst);
        let mut woken = desk.woken.lock().unwrap();
        while !*woken {
            tell("(the reactor) sleeps");
            woken = desk.wakes.wait(woken).unwrap();
        }
    }
    worker.join();
    "the answer is sent"
}
// ANCHOR_END: program

#[test]
fn predict_a_look_before_falling_asleep() {
    predicts("ch06-asleep", look_and_then_fall_asleep);
}
