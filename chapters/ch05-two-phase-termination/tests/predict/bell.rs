//! A tiny program for chapter 5's page: flag and wake-up, and yet a thread sleeps for ever.

use modelling::{predicts, tell, thread};

use crate::sync::{Arc, AtomicBool, Condvar, Mutex, Ordering};

// ANCHOR: program
fn stop_without_the_lock() -> &'static str {
    let stop = Arc::new(AtomicBool::new(false));
    let bell = Arc::new((Mutex::new(()), Condvar::new()));
    let sleeper = thread("sleeper", {
        let (stop, bell) = (Arc::clone(&stop), Arc::clone(&bell));
        move || {
            let mut guard = bell.0.lock().unwrap();
            while !stop.load(Ordering::SeqCst) {
                tell("waits for the bell");
                guard = bell.1.wait(guard).unwrap();
            }
        }
    });
    stop.store(true, Ordering::SeqCst);
    bell.1.notify_one();
    sleeper.join();
    "the sleeper has ended"
}
// ANCHOR_END: program

#[test]
fn predict_a_stop_without_the_lock() {
    predicts("ch05-bell", stop_without_the_lock);
}
