//! The published programs in schedules that fail, as stories.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};

use modelling::{Thread, explore, tell, thread};

use crate::hunt::forgotten_client::{Accepted, Client, Listener, run};
use crate::hunt::{lost_follower, two_leaders};
use crate::sync::{self, Arc, Mutex};

/// The story of the first schedule in which this scene fails.
///
/// # Panics
/// If it does not fail.
pub fn story(scene: fn()) -> String {
    let explored = panic::catch_unwind(AssertUnwindSafe(|| {
        explore(move || {
            sync::begin();
            scene();
        })
    }));
    let failure = explored.expect_err("the published program fails in some schedule");
    *failure.downcast::<String>().expect("a story is a text")
}

/// Two threads. One of them comes back while the other one wakes up.
pub fn lost_follower() {
    let set = lost_follower::ThreadSet::new();
    let threads = [("a", 2), ("b", 1)].map(|(name, times)| {
        let set = set.clone();
        thread(name, move || {
            for _ in 0..times {
                tell("joins");
                set.join();
                tell("leads, and promotes a new leader");
                set.promote_new_leader();
                tell("processes");
            }
        })
    });
    threads.into_iter().for_each(Thread::join);
}

/// Two threads lead once each, process, and come back.
pub fn two_leaders() {
    let set = two_leaders::ThreadSet::new(1);
    let leaders = Arc::new(Mutex::new(0));
    let threads = [1, 2].map(|me| {
        let (set, leaders) = (set.clone(), Arc::clone(&leaders));
        thread(format!("thread-{me}"), move || {
            tell("joins");
            set.join(me);
            tell("leads, promotes a new leader, and processes");
            set.promote_new_leader();
            tell("comes back, and joins");
            set.join(me);
            tell("leads");
            *leaders.lock().unwrap() += 1;
            let now = *leaders.lock().unwrap();
            assert_eq!(now, 1, "threads that lead at a time");
            *leaders.lock().unwrap() -= 1;
            set.promote_new_leader();
        })
    });
    threads.into_iter().for_each(Thread::join);
}

/// What comes to the listener next.
#[derive(Clone, Copy)]
enum Comes {
    /// This client.
    Now(usize),
    /// This client, as soon as so many followers wait to be notified.
    WhenWaiting(usize, usize),
    /// An error.
    Error,
}

/// Clients who are being served or were, and those who were.
#[derive(Default)]
struct Books {
    begun: usize,
    served: Vec<usize>,
}

/// The books, and where threads wait for a change of them. Not the program's own kind of waiting, so
/// it is not told.
#[derive(Default)]
struct Shop {
    books: Mutex<Books>,
    changed: shuttle::sync::Condvar,
}

impl Shop {
    fn note(&self, entry: impl FnOnce(&mut Books)) {
        entry(&mut self.books.lock().unwrap());
        self.changed.notify_all();
    }

    fn wait_until(&self, condition: impl Fn(&Books) -> bool) {
        let mut books = self.books.lock().unwrap();
        while !condition(&books) {
            books = self.changed.wait(books).unwrap();
        }
    }
}

struct Script {
    coming: Mutex<VecDeque<Comes>>,
    shop: Arc<Shop>,
    /// When so many are served the listener is closed; until then it waits for more.
    enough: usize,
    /// A client's answer takes until so many are being served.
    together: usize,
}

struct Guest {
    number: usize,
    shop: Arc<Shop>,
    together: usize,
}

impl Listener for Script {
    type Client = Guest;

    fn accept(&self) -> Accepted<Guest> {
        let next = self.coming.lock().unwrap().pop_front();
        let number = match next {
            Some(Comes::Now(number)) => number,
            Some(Comes::WhenWaiting(number, followers)) => {
                while sync::waiting() < followers {
                    shuttle::thread::yield_now();
                }
                number
            }
            Some(Comes::Error) => {
                tell("accepts: an error");
                return Accepted::Failed;
            }
            None => {
                tell("waits for another client");
                self.shop.wait_until(|books| books.served.len() >= self.enough);
                return Accepted::Closed;
            }
        };
        tell(format!("accepts client {number}"));
        Accepted::Client(Guest { number, shop: Arc::clone(&self.shop), together: self.together })
    }
}

impl Client for Guest {
    fn serve(self) {
        tell(format!("serves client {}", self.number));
        self.shop.note(|books| books.begun += 1);
        self.shop.wait_until(|books| books.begun >= self.together);
        self.shop.note(|books| books.served.push(self.number));
        tell(format!("has served client {}", self.number));
    }
}

/// Runs the server until so many are served, and returns who was.
fn serve(followers: usize, coming: &[Comes], enough: usize, together: usize) -> Vec<usize> {
    let shop = Arc::new(Shop::default());
    let coming = Mutex::new(coming.iter().copied().collect());
    run(Script { coming, shop: Arc::clone(&shop), enough, together }, followers);
    let books = shop.books.lock().unwrap();
    books.served.clone()
}

/// Two clients come, and a follower waits for them.
pub fn forgotten_client() {
    let served = serve(1, &[Comes::WhenWaiting(1, 1), Comes::Now(2)], 1, 1);
    assert!(served.contains(&1), "client 1 was accepted, and nobody will ever serve it");
}

/// Two clients come, and it may be that no follower waits yet.
pub fn lost_signal() {
    serve(1, &[Comes::Now(1), Comes::Now(2)], 1, 1);
}

/// An accept fails, and it is a follower's.
pub fn kept_lock() {
    serve(2, &[Comes::WhenWaiting(1, 2), Comes::Error, Comes::Now(2), Comes::Now(3)], 1, 1);
}

/// Two clients whose answers take time, and two followers.
pub fn one_at_a_time() {
    let coming = [1, 2, 3, 4].map(|number| match number {
        1 => Comes::WhenWaiting(1, 2),
        _ => Comes::Now(number),
    });
    serve(2, &coming, 2, 2);
}
