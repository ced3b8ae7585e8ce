//! What exercise 3.1 must keep in every order of the threads.

use std::time::Duration;

use modelling::{Thread, explore, limits_of_waits, tell, thread};

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
                    tell("has put its item in");
                    let inside = queue.len();
                    assert!(inside <= 1, "{inside} items in a queue for 1");
                })
            })
            .collect();
        let take = |_| {
            tell("takes an item");
            queue.pop()
        };
        let mut taken: Vec<_> = (0..3).filter_map(take).collect();
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
        tell("puts an item in, and closes");
        queue.try_push(42).expect("there is room");
        queue.close();
        let left = consumer.join();
        let rest = queue.pop();
        let got = (left, rest);
        let once = [(Ok(42), None), (Err(NoJob::TimedOut), Some(42))];
        assert!(once.contains(&got), "the item comes out once: {got:?}");
    });
}

/// A queue for one item that is full, and a producer with another item that finds no room.
fn full() -> (Arc<BoundedQueue<u32>>, Thread<()>) {
    let queue = Arc::new(BoundedQueue::new(1));
    queue.try_push(1).expect("there is room");
    let producer = thread("producer", {
        let queue = Arc::clone(&queue);
        move || {
            tell("waits for room");
            queue.push(2).expect("the queue is open");
            tell("has put its item in");
        }
    });
    (queue, producer)
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn room_that_try_pop_makes_is_told() {
    explore(|| {
        let (queue, producer) = full();
        tell("makes room with try_pop, and waits for nobody");
        assert_eq!(queue.try_pop(), Some(1), "the oldest");
        producer.join();
        assert_eq!(queue.try_pop(), Some(2), "the producer's item");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn room_that_pop_within_makes_is_told() {
    explore(|| {
        let (queue, producer) = full();
        tell("makes room with pop_within, and has no need to wait");
        assert_eq!(queue.pop_within(Duration::from_secs(3600)), Ok(1), "the oldest");
        producer.join();
        assert_eq!(queue.try_pop(), Some(2), "the producer's item");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn an_item_that_try_push_brings_is_told() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(1));
        let consumer = thread("consumer", {
            let queue = Arc::clone(&queue);
            move || {
                tell("waits for an item");
                queue.pop()
            }
        });
        tell("puts an item in with try_push");
        queue.try_push(42).expect("there is room");
        assert_eq!(consumer.join(), Some(42));
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn a_time_out_takes_no_wake_up_with_it() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(1));
        let hasty = thread("hasty", {
            let queue = Arc::clone(&queue);
            move || {
                tell("waits for an item, for a moment");
                // Over soon also for an answer that looks at the real clock alone.
                let got = queue.pop_within(Duration::from_micros(1));
                tell(format!("has {got:?}"));
                got
            }
        });
        let patient = thread("patient", {
            let queue = Arc::clone(&queue);
            move || {
                tell("waits for an item");
                queue.pop()
            }
        });
        // Whoever is woken for it takes it. Left where it is, it would wait with the patient one.
        tell("puts one item in");
        queue.push(1).expect("the queue is open");
        if hasty.join().is_ok() {
            tell("puts another one in");
            queue.push(2).expect("the queue is open");
        }
        assert!(patient.join().is_some(), "there was an item for each who stayed");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn being_woken_in_vain_makes_no_wait_longer() {
    explore(|| {
        let queue = Arc::new(BoundedQueue::new(1));
        let consumer = thread("consumer", {
            let queue = Arc::clone(&queue);
            move || {
                tell("waits for an item, up to an hour");
                let _ = queue.pop_within(Duration::from_secs(3600));
                limits_of_waits()
            }
        });
        for _ in 0..2 {
            tell("puts an item in, and takes it out again if it is still there");
            let _ = queue.try_push(42);
            let _ = queue.try_pop();
        }
        queue.close();
        let limits = consumer.join();
        let shorter = limits.windows(2).all(|pair| pair[1] < pair[0]);
        assert!(shorter, "woken in vain, it waits for what is left of the hour: {limits:?}");
    });
}
