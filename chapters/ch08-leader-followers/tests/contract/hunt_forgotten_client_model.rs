//! What exercise 8.4c must keep in every order of the threads.

use std::collections::VecDeque;

use modelling::{explore, tell, wake_spuriously};

use super::hunt_forgotten_client::{Accepted, Client, Listener, run};
use crate::sync::{Arc, Condvar, Mutex};

/// What has become of the clients.
#[derive(Default)]
struct Books {
    /// Threads within `accept`.
    accepting: usize,
    /// Clients that are served or were.
    begun: usize,
    done: Vec<usize>,
}

#[derive(Default)]
struct Shop {
    books: Mutex<Books>,
    changed: Condvar,
}

/// Clients that come in this order; `None` is an accept that fails.
struct Script {
    coming: Mutex<VecDeque<Option<usize>>>,
    shop: Arc<Shop>,
    /// How many must be served at a time before one of them is done.
    together: usize,
}

struct Guest {
    number: usize,
    shop: Arc<Shop>,
    together: usize,
}

impl Shop {
    fn book<T>(&self, entry: impl FnOnce(&mut Books) -> T) -> T {
        entry(&mut self.books.lock().expect("no panic under this lock"))
    }
}

impl Listener for Script {
    type Client = Guest;

    fn accept(&self) -> Accepted<Guest> {
        let accepting = self.shop.book(|books| {
            books.accepting += 1;
            books.accepting
        });
        assert_eq!(accepting, 1, "threads that wait for a client at a time");
        let next = self.coming.lock().expect("no panic under this lock").pop_front();
        self.shop.book(|books| books.accepting -= 1);
        match next {
            None => {
                tell("hears that no client will come");
                Accepted::Closed
            }
            Some(None) => {
                tell("accepts, and that fails");
                Accepted::Failed
            }
            Some(Some(number)) => {
                tell(format!("accepts client {number}"));
                let (shop, together) = (Arc::clone(&self.shop), self.together);
                Accepted::Client(Guest { number, shop, together })
            }
        }
    }
}

impl Client for Guest {
    fn serve(self) {
        tell(format!("serves client {}", self.number));
        let mut books = self.shop.books.lock().expect("no panic under this lock");
        books.begun += 1;
        self.shop.changed.notify_all();
        while books.begun < self.together {
            books = self.shop.changed.wait(books).expect("no panic under this lock");
        }
        books.done.push(self.number);
        drop(books);
        tell(format!("has served client {}", self.number));
    }
}

/// All who come must have been served once when `run` returns.
fn all_are_served(followers: usize, together: usize, coming: &[Option<usize>]) {
    let shop = Arc::new(Shop::default());
    let coming = Mutex::new(coming.iter().copied().collect::<VecDeque<_>>());
    let came: Vec<usize> =
        coming.lock().expect("no panic under this lock").iter().copied().flatten().collect();
    run(Script { coming, shop: Arc::clone(&shop), together }, followers);
    let mut done = shop.book(|books| books.done.clone());
    done.sort_unstable();
    assert_eq!(done, came, "clients that were served, of those who came");
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn each_client_is_served_once() {
    explore(|| all_are_served(2, 1, &[Some(1), Some(2), Some(3)]));
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn two_clients_are_served_at_the_same_time() {
    explore(|| all_are_served(2, 2, &[Some(1), Some(2)]));
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn an_accept_that_fails_is_all_that_happens() {
    explore(|| all_are_served(2, 1, &[None, Some(1), None, Some(2)]));
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn a_wait_that_ends_for_no_reason_changes_nothing() {
    explore(|| {
        wake_spuriously();
        all_are_served(1, 1, &[Some(1), Some(2)]);
    });
}
