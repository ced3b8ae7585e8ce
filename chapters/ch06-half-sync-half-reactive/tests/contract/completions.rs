//! What exercise 6.3 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use ch00_workbench::within;

use super::completions::Completions;

const LIMIT: Duration = Duration::from_secs(5);

/// Completions that count how often they wake somebody.
fn counted<T>() -> (Completions<T>, Arc<AtomicUsize>) {
    let wakes = Arc::<AtomicUsize>::default();
    let counted = Arc::clone(&wakes);
    let wake = move || {
        counted.fetch_add(1, Ordering::Relaxed);
    };
    (Completions::new(wake), wakes)
}

fn taken<T>(completions: &Completions<T>) -> Vec<T> {
    let mut into = Vec::new();
    completions.take(&mut into);
    into
}

#[test]
#[cfg_attr(
    waiting = "completions",
    ignore = "exercise 6.3 waits for you in src/exercises/completions.rs"
)]
fn everything_is_taken_once_in_the_order_it_came() {
    within(LIMIT, || {
        let (completions, _) = counted();
        let mut done = vec!["answer", "end"];
        completions.push(&mut done);
        assert!(done.is_empty(), "what was put in is not there any more");
        completions.push(&mut vec!["another"]);
        let all = taken(&completions);
        assert_eq!(all, ["answer", "end", "another"], "all of it, in the order it came");
        assert!(taken(&completions).is_empty(), "it was taken before");
    });
}

#[test]
#[cfg_attr(
    waiting = "completions",
    ignore = "exercise 6.3 waits for you in src/exercises/completions.rs"
)]
fn a_reactor_that_is_awake_is_not_woken() {
    within(LIMIT, || {
        let (completions, wakes) = counted();
        completions.push(&mut vec![1]);
        assert!(!completions.about_to_sleep(), "something is there: it must look first");
        completions.push(&mut vec![2]);
        assert_eq!(taken(&completions), [1, 2]);
        assert!(completions.about_to_sleep(), "nothing is there");
        // It was woken by something else, and has looked.
        assert!(taken(&completions).is_empty());
        completions.push(&mut vec![3]);
        assert_eq!(wakes.load(Ordering::Relaxed), 0, "wake-ups of a reactor that was awake");
    });
}

#[test]
#[cfg_attr(
    waiting = "completions",
    ignore = "exercise 6.3 waits for you in src/exercises/completions.rs"
)]
fn one_that_sleeps_is_woken_once() {
    within(LIMIT, || {
        let (completions, wakes) = counted();
        for sleeps in 1..=3 {
            assert!(completions.about_to_sleep(), "nothing is there");
            completions.push(&mut Vec::new());
            assert_eq!(wakes.load(Ordering::Relaxed), sleeps - 1, "woken for nothing at all");
            (0..5).for_each(|done| completions.push(&mut vec![done]));
            assert_eq!(wakes.load(Ordering::Relaxed), sleeps, "wake-ups for five completions");
            assert_eq!(taken(&completions), [0, 1, 2, 3, 4]);
        }
    });
}

#[test]
#[cfg_attr(
    waiting = "completions",
    ignore = "exercise 6.3 waits for you in src/exercises/completions.rs"
)]
fn the_waker_may_ask_the_completions_themselves() {
    within(LIMIT, || {
        let shared = Arc::new(OnceLock::<Completions<i32>>::new());
        let asked = Arc::clone(&shared);
        let (told, hears) = mpsc::channel();
        let wake = move || {
            let completions = asked.get().expect("they are there before anybody pushes");
            let _ = told.send(completions.about_to_sleep());
        };
        shared.set(Completions::new(wake)).unwrap_or_else(|_| panic!("it is set once"));
        let completions = shared.get().expect("just set");
        assert!(completions.about_to_sleep());
        completions.push(&mut vec![1]);
        assert_eq!(hears.recv(), Ok(false), "when it is woken, something is there");
    });
}

#[test]
#[cfg_attr(
    waiting = "completions",
    ignore = "exercise 6.3 waits for you in src/exercises/completions.rs"
)]
fn many_workers_and_one_reactor_lose_nothing() {
    within(LIMIT, || {
        let (wake, woken) = mpsc::channel();
        let completions = Arc::new(Completions::new(move || {
            let _ = wake.send(());
        }));
        let workers: Vec<_> = (0..4)
            .map(|worker| {
                let completions = Arc::clone(&completions);
                thread::spawn(move || {
                    (0..1_000).for_each(|done| completions.push(&mut vec![(worker, done)]));
                })
            })
            .collect();
        let mut next = [0; 4];
        while next.iter().sum::<i32>() < 4_000 {
            if completions.about_to_sleep() {
                woken.recv().expect("workers that push");
            }
            for (worker, done) in taken(&completions) {
                assert_eq!(done, next[worker], "worker {worker}'s, out of order");
                next[worker] += 1;
            }
        }
        workers.into_iter().for_each(|worker| worker.join().expect("no panic"));
    });
}
