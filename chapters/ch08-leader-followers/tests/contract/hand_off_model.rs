//! What exercise 8.3 must keep in every order of the threads.

use std::collections::VecDeque;

use modelling::{Thread, explore, tell, thread, wake_spuriously};

use super::hand_off::{HandOff, Handed, Turn, Work};
use crate::sync::{Arc, Mutex};

/// A number of a handle, and one of an event: the second of handle 7 is `(7, 2)`.
type Event = (u64, u64);

/// A set, the events that are to come, and what has become of them.
#[derive(Clone)]
struct Site {
    set: Arc<HandOff<u64>>,
    coming: Arc<Mutex<VecDeque<Event>>>,
    books: Arc<Mutex<Books>>,
}

#[derive(Default)]
struct Books {
    leaders: usize,
    /// Handles of which an event is processed now.
    busy: Vec<u64>,
    done: Vec<Event>,
}

impl Site {
    fn new(events: &[Event]) -> Site {
        Site {
            set: Arc::default(),
            coming: Arc::new(Mutex::new(events.iter().copied().collect())),
            books: Arc::default(),
        }
    }

    fn book<T>(&self, entry: impl FnOnce(&mut Books) -> T) -> T {
        entry(&mut self.books.lock().expect("no panic under this lock"))
    }

    /// Starts a thread that leads, follows and processes until the set is stopped.
    fn works(&self, name: &str) -> Thread<()> {
        let site = self.clone();
        thread(name, move || {
            while let Some(turn) = site.set.join() {
                match turn {
                    Turn::Process(work) => site.processes(work),
                    Turn::Lead(leadership) => {
                        let leaders = site.book(|books| {
                            books.leaders += 1;
                            books.leaders
                        });
                        assert_eq!(leaders, 1, "threads that lead at a time");
                        let mut leadership = Some(leadership);
                        while let Some(leads) = leadership.take() {
                            let next =
                                site.coming.lock().expect("no panic under this lock").pop_front();
                            let Some((handle, event)) = next else {
                                tell("sees no more events, and stops the set");
                                site.book(|books| books.leaders -= 1);
                                site.set.stop();
                                return;
                            };
                            tell(format!("leads, and has event {event} of handle {handle}"));
                            site.book(|books| books.leaders -= 1);
                            match leads.hand_over(handle, event) {
                                Handed::ProcessIt(work) => site.processes(work),
                                Handed::LeadOn(leads) => {
                                    site.book(|books| books.leaders += 1);
                                    leadership = Some(leads);
                                }
                            }
                        }
                    }
                }
            }
            tell("goes home");
        })
    }

    fn processes(&self, work: Work<'_, u64>) {
        let mut work = Some(work);
        while let Some(one) = work {
            let (handle, event) = (one.handle, one.event);
            tell(format!("processes event {event} of handle {handle}"));
            let is_busy = self.book(|books| {
                let is_busy = books.busy.contains(&handle);
                books.busy.push(handle);
                is_busy
            });
            assert!(!is_busy, "two events of handle {handle} are processed at a time");
            self.book(|books| {
                books.busy.retain(|busy| *busy != handle);
                books.done.push((handle, event));
            });
            work = one.next();
        }
    }

    /// Runs these threads, and looks into the books afterwards.
    fn run(&self, names: &[&str], events: &[Event]) {
        let threads: Vec<_> = names.iter().map(|name| self.works(name)).collect();
        threads.into_iter().for_each(Thread::join);
        let done = self.book(|books| books.done.clone());
        let mut sorted = done.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, events, "each event is processed once");
        for (handle, _) in events {
            let of_one = done.iter().filter(|(of, _)| of == handle);
            assert!(of_one.is_sorted(), "events of handle {handle} in another order: {done:?}");
        }
    }
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn each_event_is_processed_once_and_in_order() {
    explore(|| {
        let events = [(1, 1), (1, 2), (2, 1), (2, 2)];
        Site::new(&events).run(&["a", "b", "c"], &events);
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn an_event_that_comes_as_the_last_one_ends_is_not_lost() {
    explore(|| {
        let events = [(7, 1), (7, 2), (7, 3)];
        Site::new(&events).run(&["a", "b"], &events);
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn a_wake_up_without_a_reason_changes_nothing() {
    explore(|| {
        wake_spuriously();
        let events = [(1, 1), (2, 1)];
        Site::new(&events).run(&["a", "b"], &events);
    });
}

#[test]
#[cfg_attr(
    waiting = "hand_off",
    ignore = "exercise 8.3 waits for you in src/exercises/hand_off.rs"
)]
fn what_was_handed_over_before_a_stop_is_processed() {
    explore(|| {
        let site = Site::new(&[]);
        let Some(Turn::Lead(leadership)) = site.set.join() else { panic!("leadership is vacant") };
        let follower = site.works("follower");
        while site.set.followers() == 0 {
            shuttle::thread::yield_now();
        }
        tell("hands an event over, and stops the set");
        let handed = leadership.hand_over(7, 1);
        site.set.stop();
        follower.join();
        drop(handed);
        assert_eq!(site.book(|books| books.done.clone()), [(7, 1)], "events that were processed");
    });
}
