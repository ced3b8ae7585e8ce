//! A tiny program for chapter 1's page: each step is whole, and yet counts are lost.

use modelling::{predicts, thread};

use crate::sync::{Arc, AtomicU32, Ordering};

// ANCHOR: program
fn two_threads_count_to_three() -> u32 {
    let count = Arc::new(AtomicU32::new(0));
    let [one, other] = ["one", "other"].map(|name| {
        let count = Arc::clone(&count);
        thread(name, move || {
            for _ in 1..=3 {
                let seen = count.load(Ordering::SeqCst);
                count.store(seen + 1, Ordering::SeqCst);
            }
        })
    });
    one.join();
    other.join();
    count.load(Ordering::SeqCst)
}
// ANCHOR_END: program

#[test]
fn predict_a_count_in_two_steps() {
    predicts("ch01-count", two_threads_count_to_three);
}
