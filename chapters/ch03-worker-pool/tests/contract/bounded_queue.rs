//! What exercise 3.1 must keep on real threads. That it also holds in every order of the threads
//! is for the model beside this file.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ch00_workbench::within;
use ch03_worker_pool::queue::NoJob;

use super::bounded_queue::BoundedQueue;

const LIMIT: Duration = Duration::from_secs(5);
const SHORT: Duration = Duration::from_millis(20);

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn items_leave_in_the_order_in_which_they_came() {
    let queue = BoundedQueue::new(3);
    (1..=3).for_each(|item| queue.try_push(item).expect("there is room"));
    assert_eq!(queue.try_push(4), Err(4), "the queue is full: the item comes back");
    assert_eq!(queue.len(), 3);
    let left: Vec<_> = (0..3).filter_map(|_| queue.try_pop()).collect();
    assert_eq!(left, [1, 2, 3], "first in, first out");
    assert_eq!(queue.try_pop(), None, "the queue is empty");
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn push_waits_for_room_and_pop_for_an_item() {
    within(LIMIT, || {
        let queue = Arc::new(BoundedQueue::new(1));
        let producer = thread::spawn({
            let queue = Arc::clone(&queue);
            move || (0..1_000).for_each(|item| queue.push(item).expect("the queue is open"))
        });
        let taken: Vec<_> = (0..1_000).filter_map(|_| queue.pop()).collect();
        producer.join().expect("no panic");
        assert!(taken.into_iter().eq(0..1_000), "all items, in order");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn after_close_nothing_goes_in_and_what_is_in_comes_out() {
    within(LIMIT, || {
        let queue = BoundedQueue::new(2);
        queue.try_push("in").expect("there is room");
        queue.close();
        assert_eq!(queue.push("late"), Err("late"), "closed: the item comes back");
        assert_eq!(queue.try_push("late"), Err("late"), "closed: the item comes back");
        assert_eq!(queue.pop(), Some("in"), "what was in before the close comes out");
        assert_eq!(queue.pop(), None, "closed and empty: nobody waits");
        assert_eq!(queue.pop_within(LIMIT), Err(NoJob::Closed), "closed, not late");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn a_limit_beyond_all_clocks_is_as_good_as_none() {
    within(LIMIT, || {
        let queue = BoundedQueue::new(1);
        queue.try_push(42).expect("there is room");
        assert_eq!(queue.pop_within(Duration::MAX), Ok(42), "it was there");
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn a_bounded_wait_ends() {
    within(LIMIT, || {
        let queue = BoundedQueue::new(1);
        assert_eq!(queue.pop_within(SHORT), Err(NoJob::TimedOut), "nothing came");
        queue.try_push(42).expect("there is room");
        assert_eq!(queue.pop_within(SHORT), Ok(42));
    });
}

#[test]
#[cfg_attr(
    waiting = "bounded_queue",
    ignore = "exercise 3.1 waits for you in src/exercises/bounded_queue.rs"
)]
fn a_full_queue_gives_way_when_an_item_leaves() {
    let queue = BoundedQueue::new(1);
    for item in 0..3 {
        queue.try_push(item).expect("the room of the last one is free again");
        assert_eq!(queue.try_pop(), Some(item));
    }
}
