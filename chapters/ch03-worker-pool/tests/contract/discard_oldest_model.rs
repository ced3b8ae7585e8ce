//! What exercise 3.2 must keep in every order of the threads.

use modelling::{explore, tell, thread};

use super::discard_oldest::{Backlog, GiveUp};
use crate::sync::{Arc, Mutex};

struct Price {
    value: u32,
    given_up: Arc<Mutex<Vec<u32>>>,
}

impl GiveUp for Price {
    fn given_up(self) {
        tell(format!("price {} is given up", self.value));
        self.given_up.lock().unwrap().push(self.value);
    }
}

#[test]
#[cfg_attr(
    waiting = "discard_oldest",
    ignore = "exercise 3.2 waits for you in src/exercises/discard_oldest.rs"
)]
fn each_thing_is_taken_or_told_once() {
    explore(|| {
        let given_up = Arc::new(Mutex::new(Vec::new()));
        let backlog = Arc::new(Backlog::new(1));
        let writers: Vec<_> = [10, 20]
            .into_iter()
            .map(|base| {
                let (backlog, given_up) = (Arc::clone(&backlog), Arc::clone(&given_up));
                thread(format!("writer-{base}"), move || {
                    for value in base..base + 2 {
                        tell(format!("puts price {value} in"));
                        backlog.put(Price { value, given_up: Arc::clone(&given_up) });
                        let inside = backlog.len();
                        assert!(inside <= 1, "{inside} things in a backlog for 1");
                    }
                })
            })
            .collect();
        let mut all = Vec::new();
        for _ in 0..2 {
            all.extend(backlog.take().map(|price| price.value));
        }
        writers.into_iter().for_each(|writer| writer.join());
        all.extend(std::iter::from_fn(|| backlog.take()).map(|price| price.value));
        assert!(backlog.is_empty(), "all was taken out");
        all.extend(given_up.lock().unwrap().iter());
        all.sort_unstable();
        assert_eq!(all, [10, 11, 20, 21], "each was taken or given up, once");
    });
}

#[test]
#[cfg_attr(
    waiting = "discard_oldest",
    ignore = "exercise 3.2 waits for you in src/exercises/discard_oldest.rs"
)]
fn nothing_is_given_up_for_room_that_was_there() {
    explore(|| {
        let given_up = Arc::new(Mutex::new(Vec::new()));
        let backlog = Arc::new(Backlog::new(2));
        let price = |value| Price { value, given_up: Arc::clone(&given_up) };
        backlog.put(price(1));
        backlog.put(price(2));
        let reader = thread("reader", {
            let backlog = Arc::clone(&backlog);
            move || {
                tell("takes the oldest");
                let taken = backlog.take().map(|price| price.value);
                tell(format!("has {taken:?}"));
                taken
            }
        });
        tell("puts price 3 in");
        backlog.put(price(3));
        let taken = reader.join();
        let left: Vec<_> = std::iter::from_fn(|| backlog.take()).map(|price| price.value).collect();
        // Either the reader was first, and made the room; or price 1 went, and the reader has 2.
        let given_up = given_up.lock().unwrap().clone();
        let room = (Some(1), vec![2, 3], vec![]);
        let no_room = (Some(2), vec![3], vec![1]);
        let got = (taken, left, given_up);
        assert!(got == room || got == no_room, "taken, left and given up: {got:?}");
    });
}
