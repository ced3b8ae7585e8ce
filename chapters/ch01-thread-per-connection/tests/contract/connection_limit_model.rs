//! What exercise 1.2 must keep in every order of the threads.

use modelling::{explore, tell, thread};

use super::connection_limit::ConnectionLimit;
use crate::sync::{Arc, Mutex};

/// Counts the connections served at once, and fails when there are more than places.
struct Room {
    places: usize,
    inside: Mutex<usize>,
}

impl Room {
    fn new(places: usize) -> Arc<Room> {
        Arc::new(Room { places, inside: Mutex::new(0) })
    }

    /// Serves one connection; others get a chance to come in between.
    fn serve(&self) {
        tell("is in");
        self.change(|inside| inside + 1);
        self.change(|inside| inside - 1);
        tell("goes out");
    }

    fn change(&self, by: impl Fn(usize) -> usize) {
        let mut inside = self.inside.lock().expect("no panic under this lock but the last one");
        *inside = by(*inside);
        let places = self.places;
        assert!(*inside <= places, "{inside} connections at once, and {places} place(s)");
    }
}

#[test]
#[cfg_attr(
    waiting = "connection_limit",
    ignore = "exercise 1.2 waits for you in src/exercises/connection_limit.rs"
)]
fn never_more_connections_than_places() {
    explore(|| {
        let limit = ConnectionLimit::new(1);
        let room = Room::new(1);
        let threads: Vec<_> = (1..=3)
            .map(|number| {
                let (limit, room) = (limit.clone(), room.clone());
                thread(format!("connection-{number}"), move || {
                    tell("asks for a place and waits for it");
                    let _permit = limit.acquire();
                    room.serve();
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join());
        assert_eq!(limit.free(), 1, "places free at the end");
    });
}

#[test]
#[cfg_attr(
    waiting = "connection_limit",
    ignore = "exercise 1.2 waits for you in src/exercises/connection_limit.rs"
)]
fn looking_and_taking_are_one_step() {
    explore(|| {
        let limit = ConnectionLimit::new(1);
        let room = Room::new(1);
        let threads: Vec<_> = (1..=2)
            .map(|number| {
                let (limit, room) = (limit.clone(), room.clone());
                thread(format!("connection-{number}"), move || {
                    tell("tries for a place");
                    if let Some(_permit) = limit.try_acquire() {
                        room.serve();
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join());
    });
}

#[test]
#[cfg_attr(
    waiting = "connection_limit",
    ignore = "exercise 1.2 waits for you in src/exercises/connection_limit.rs"
)]
fn no_wake_up_is_lost() {
    explore(|| {
        let limit = ConnectionLimit::new(2);
        let threads: Vec<_> = (1..=4)
            .map(|number| {
                let limit = limit.clone();
                thread(format!("connection-{number}"), move || {
                    tell("asks for a place and waits for it");
                    let permit = limit.acquire();
                    tell("has a place, and gives it back");
                    drop(permit);
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join());
        assert_eq!(limit.free(), 2, "places free at the end");
    });
}
