//! The two monitors between the reactor and its workers, under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}

#[path = "predict/asleep.rs"]
mod asleep;
#[path = "../src/completions.rs"]
#[allow(dead_code)]
mod completions;
#[path = "../src/queue.rs"]
#[allow(dead_code)]
mod queue;

use std::mem;

use completions::{Completions, Wakes};
use modelling::{Thread, explore, tell, thread};
use queue::{Queue, Share};
use shuttle::sync::{Arc, Condvar, Mutex};

/// The demultiplexer, as far as wake-ups go: one that comes early ends the next wait, and several
/// before that are one.
#[derive(Clone, Default)]
struct Sleep {
    shared: Arc<(Mutex<Woken>, Condvar)>,
}

#[derive(Default)]
struct Woken {
    pending: bool,
    times: usize,
}

impl Sleep {
    fn notify(&self) {
        let mut woken = self.shared.0.lock().unwrap();
        (woken.pending, woken.times) = (true, woken.times + 1);
        self.shared.1.notify_one();
    }

    fn wait(&self) {
        let mut woken = self.shared.0.lock().unwrap();
        while !mem::take(&mut woken.pending) {
            woken = self.shared.1.wait(woken).unwrap();
        }
    }

    fn times(&self) -> usize {
        self.shared.0.lock().unwrap().times
    }

    fn waker(&self) -> impl Fn() + Send + Sync + 'static {
        let sleep = self.clone();
        move || sleep.notify()
    }
}

type Seen = Arc<Mutex<Vec<u32>>>;

fn workers(queue: &Arc<Queue<u32>>, seen: &Seen) -> Vec<Thread<()>> {
    let work = |number| {
        let (queue, seen) = (Arc::clone(queue), Arc::clone(seen));
        thread(format!("worker-{number}"), move || {
            let mut batch = Vec::new();
            while queue.take(&mut batch) {
                tell(format!("takes {batch:?}"));
                seen.lock().unwrap().append(&mut batch);
            }
        })
    };
    (1..=2).map(work).collect()
}

/// Puts all `tasks` in, as far as there is room each time, as the reactor does.
fn put_all(queue: &Queue<u32>, sleep: &Sleep, tasks: impl Iterator<Item = u32>) {
    let mut tasks = tasks.peekable();
    while tasks.peek().is_some() {
        let mut batch: Vec<_> = tasks.by_ref().take(queue.room()).collect();
        tell(format!("puts {batch:?} in"));
        queue.put(&mut batch);
        if tasks.peek().is_some() && queue.call_when_there_is_room() {
            tell("waits for room");
            sleep.wait();
        }
    }
}

#[test]
fn every_task_is_taken_once_however_small_the_queue() {
    for most in [1, 4] {
        explore(move || {
            let (sleep, seen) = (Sleep::default(), Seen::default());
            let queue = Arc::new(Queue::new(2, Share { workers: 2, most }, sleep.waker()));
            let workers = workers(&queue, &seen);
            put_all(&queue, &sleep, 0..5);
            queue.close();
            workers.into_iter().for_each(Thread::join);
            let mut seen = mem::take(&mut *seen.lock().unwrap());
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2, 3, 4]);
        });
    }
}

#[test]
fn a_task_does_not_wait_for_a_worker_that_is_asleep() {
    explore(|| {
        let sleep = Sleep::default();
        let queue = Arc::new(Queue::new(4, Share { workers: 2, most: 1 }, sleep.waker()));
        // Each worker holds its task until the other has one too: both must have been called.
        let (both, meeting) = (Arc::new(Mutex::new(0)), Arc::new(Condvar::new()));
        let meet = |number| {
            let (queue, both, meeting) =
                (Arc::clone(&queue), Arc::clone(&both), Arc::clone(&meeting));
            thread(format!("worker-{number}"), move || {
                assert!(queue.take(&mut Vec::new()));
                let mut there = both.lock().unwrap();
                *there += 1;
                meeting.notify_all();
                while *there < 2 {
                    there = meeting.wait(there).unwrap();
                }
            })
        };
        let workers: Vec<_> = (1..=2).map(meet).collect();
        queue.put(&mut vec![1]);
        queue.put(&mut vec![2]);
        workers.into_iter().for_each(Thread::join);
    });
}

/// Looks, and waits, without having asked for a call in between.
#[test]
#[should_panic(expected = "deadlock")]
fn a_producer_that_looks_and_then_waits_is_never_called() {
    explore(|| {
        let (sleep, seen) = (Sleep::default(), Seen::default());
        let queue = Arc::new(Queue::new(1, Share { workers: 2, most: 1 }, sleep.waker()));
        let workers = workers(&queue, &seen);
        for task in 0..3 {
            while queue.room() == 0 {
                tell("sees no room, and waits");
                sleep.wait();
            }
            queue.put(&mut vec![task]);
        }
        queue.close();
        workers.into_iter().for_each(Thread::join);
    });
}

#[test]
fn what_nobody_has_taken_comes_back() {
    explore(|| {
        let (sleep, seen) = (Sleep::default(), Seen::default());
        let queue = Arc::new(Queue::new(4, Share { workers: 2, most: 1 }, sleep.waker()));
        let workers = workers(&queue, &seen);
        queue.put(&mut vec![0, 1, 2]);
        let mut all = Vec::from(queue.take_back());
        queue.put(&mut vec![3]); // comes too late: it is dropped
        workers.into_iter().for_each(Thread::join);
        all.append(&mut seen.lock().unwrap());
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2]);
    });
}

#[test]
fn no_completion_is_overlooked_and_each_look_costs_one_wake_up_at_most() {
    explore(|| {
        let sleep = Sleep::default();
        let completions = Arc::new(Completions::new(sleep.waker()));
        let workers: Vec<_> = (0..2)
            .map(|number| {
                let completions = Arc::clone(&completions);
                thread(format!("worker-{number}"), move || {
                    for done in [2 * number, 2 * number + 1] {
                        tell(format!("has done {done}"));
                        completions.push(&mut vec![done]);
                    }
                })
            })
            .collect();
        let (mut all, mut looks) = (Vec::new(), 0);
        while all.len() < 4 {
            tell("waits");
            sleep.wait();
            let mut some = Vec::new();
            completions.take(&mut some);
            looks += 1;
            tell(format!("finds {some:?}"));
            all.append(&mut some);
        }
        workers.into_iter().for_each(Thread::join);
        assert!(sleep.times() <= looks + 1, "{} wake-ups, {looks} looks", sleep.times());
        let order = |first| all.iter().filter(move |done| **done / 2 == first).copied();
        assert!(order(0).eq([0, 1]) && order(1).eq([2, 3]), "each worker's in its order: {all:?}");
    });
}

/// What was put in quietly before the reactor began to listen is there when it looks after that.
#[test]
fn one_who_begins_to_listen_and_then_looks_misses_nobody() {
    explore(|| {
        let sleep = Sleep::default();
        let completions = Arc::new(Completions::new(sleep.waker()));
        let worker = thread("worker", {
            let completions = Arc::clone(&completions);
            move || completions.put(|_| (1, Wakes::Nobody))
        });
        completions.listen();
        let mut some = Vec::new();
        completions.take(&mut some);
        while some.is_empty() {
            tell("waits");
            sleep.wait();
            completions.take(&mut some);
        }
        worker.join();
    });
}

/// A worker gives a connection back and has it watched; the event comes at once, and the reactor
/// looks for the connection. `watch` and the completions as the server orders them, or not.
fn hand_back(in_one_step: bool) {
    let (sleep, watched) = (Sleep::default(), Arc::new(Mutex::new(false)));
    let completions = Arc::new(Completions::new(|| ()));
    let worker = thread("worker", {
        let (completions, sleep, watched) =
            (Arc::clone(&completions), sleep.clone(), Arc::clone(&watched));
        move || {
            let watch = || {
                tell("has it watched");
                *watched.lock().unwrap() = true;
                sleep.notify(); // the client has sent already: here is the event
            };
            if !in_one_step {
                watch();
            }
            completions.put(|_| {
                if in_one_step {
                    watch();
                }
                ("connection", Wakes::Nobody)
            });
        }
    });
    sleep.wait();
    let mut back = Vec::new();
    completions.take(&mut back);
    assert_eq!(back, ["connection"], "an event, and nobody in the seat");
    worker.join();
}

#[test]
fn an_event_finds_the_connection_that_was_given_back() {
    explore(|| hand_back(true));
}

#[test]
#[should_panic(expected = "nobody in the seat")]
fn watched_before_it_is_given_back_an_event_finds_nobody() {
    explore(|| hand_back(false));
}
