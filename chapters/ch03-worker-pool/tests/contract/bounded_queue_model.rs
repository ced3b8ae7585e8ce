//! What exercise 3.1 must keep in every order of the threads.

use std::time::Duration;

use modelling::{explore, tell, thread};

use super::bounded_queue::BoundedQueue;
use crate::queue::NoJob;
use crate::sync::{Arc, Mutex};

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn never_more_items_than_the_capacity() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(1));
        let producers: Vec<_> = (1..=3)
            .map(|number| {
                let queue = Arc::clone(&queue);
                thread(format!("producer-{number}"), move || {
                    tell("waits for room");
                    queue.push(number).expect("the queue is open");
                    let inside = queue.len();
                    assert!(inside <= 1, "{inside} items in a queue for 1");
                })
            })
            .collect();
        let mut taken: Vec<_> = (0..3).filter_map(|_| queue.pop()).collect();
        producers.into_iter().for_each(|producer| producer.join());
        taken.sort_unstable();
        assert_eq!(taken, [1, 2, 3], "each item comes out once");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn no_wake_up_is_lost() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(1));
        let taken = Arc::new(Mutex::new(0));
        let mut threads = Vec::new();
        for number in 1..=2 {
            let own = Arc::clone(&queue);
            threads.push(thread(format!("producer-{number}"), move || {
                for _ in 0..2 {
                    tell("waits for room");
                    own.push(number).expect("the queue is open");
                }
                tell("has put its items in");
            }));
            let (own, taken) = (Arc::clone(&queue), Arc::clone(&taken));
            threads.push(thread(format!("consumer-{number}"), move || {
                for _ in 0..2 {
                    tell("waits for an item");
                    own.pop().expect("an item will come");
                    *taken.lock().unwrap() += 1;
                }
                tell("has got its items");
            }));
        }
        threads.into_iter().for_each(|thread| thread.join());
        assert_eq!(*taken.lock().unwrap(), 4, "items taken");
        assert!(queue.is_empty(), "nothing is left");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn each_item_wakes_one_who_waits() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(2));
        let consumers: Vec<_> = (1..=2)
            .map(|number| {
                let queue = Arc::clone(&queue);
                thread(format!("consumer-{number}"), move || {
                    tell("waits for an item");
                    queue.pop().expect("an item for each")
                })
            })
            .collect();
        for item in 1..=2 {
            tell(format!("puts item {item} in"));
            queue.push(item).expect("the queue is open");
        }
        let taken: u32 = consumers.into_iter().map(|consumer| consumer.join()).sum();
        assert_eq!(taken, 3, "both items, once");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn close_wakes_everybody() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(1));
        queue.try_push(0).expect("there is room");
        let mut threads = Vec::new();
        for number in 1..=2 {
            let queue = Arc::clone(&queue);
            threads.push(thread(format!("producer-{number}"), move || {
                tell("waits for room, or the close");
                let _ = queue.push(number);
            }));
        }
        tell("closes the queue");
        queue.close();
        threads.into_iter().for_each(|thread| thread.join());
        assert!(queue.try_pop().is_some(), "what was in is not lost");

        let queue = Arc::new(BoundedQueue::<u32>::new(1));
        let consumers: Vec<_> = (1..=2)
            .map(|number| {
                let queue = Arc::clone(&queue);
                thread(format!("consumer-{number}"), move || {
                    tell("waits for an item, or the close");
                    assert_eq!(queue.pop(), None, "closed and empty");
                })
            })
            .collect();
        tell("closes the other queue");
        queue.close();
        consumers.into_iter().for_each(|thread| thread.join());
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn an_item_of_the_last_moment_is_not_lost() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(1));
        let consumer = thread("consumer", {
            let queue = Arc::clone(&queue);
            move || {
                tell("waits for an item, up to some time");
                queue.pop_within(Duration::from_secs(3600))
            }
        });
        queue.try_push(42).expect("there is room");
        queue.close();
        let left = consumer.join();
        let rest = queue.pop();
        let got = (left, rest);
        let once = [(Ok(42), None), (Err(NoJob::TimedOut), Some(42))];
        assert!(once.contains(&got), "the item comes out once: {got:?}");
    });
}
