//! What exercise 6.3 must keep in every order of the threads.

use std::mem;

use modelling::{Thread, explore, tell, thread};
use shuttle::sync::{Arc, Condvar};

use super::completions::Completions;
use crate::sync::Mutex;

/// The demultiplexer, as far as wake-ups go: one that comes early ends the next wait, and several
/// before that are one.
#[derive(Clone, Default)]
struct Sleep {
    shared: Arc<(Mutex<(bool, usize)>, Condvar)>,
}

impl Sleep {
    fn notify(&self) {
        let mut woken = self.shared.0.lock().expect("no panic under this lock");
        *woken = (true, woken.1 + 1);
        self.shared.1.notify_one();
    }

    fn wait(&self) {
        let mut woken = self.shared.0.lock().expect("no panic under this lock");
        while !mem::take(&mut woken.0) {
            woken = self.shared.1.wait(woken).expect("no panic under this lock");
        }
    }

    fn times(&self) -> usize {
        self.shared.0.lock().expect("no panic under this lock").1
    }
}

/// Two workers with two completions each, and a reactor that sleeps when it may.
fn serve() -> (usize, usize) {
    let sleep = Sleep::default();
    let waker = sleep.clone();
    let completions = Arc::new(Completions::new(move || waker.notify()));
    let workers: Vec<_> = (0..2)
        .map(|worker| {
            let completions = Arc::clone(&completions);
            thread(format!("worker-{worker}"), move || {
                for done in ["an answer", "the end of its connection"] {
                    tell(format!("has done {done}"));
                    completions.push(&mut vec![(worker, done)]);
                }
            })
        })
        .collect();
    let (mut all, mut sleeps) = (Vec::new(), 0);
    while all.len() < 4 {
        if completions.about_to_sleep() {
            tell("sleeps");
            sleeps += 1;
            sleep.wait();
        }
        let mut some = Vec::new();
        completions.take(&mut some);
        tell(format!("takes {}", some.len()));
        all.append(&mut some);
    }
    workers.into_iter().for_each(Thread::join);
    for worker in 0..2 {
        let own: Vec<_> = all.iter().filter(|done| done.0 == worker).map(|done| done.1).collect();
        assert_eq!(own, ["an answer", "the end of its connection"], "worker {worker}'s, in order");
    }
    (sleep.times(), sleeps)
}

#[test]
#[cfg_attr(
    waiting = "completions",
    ignore = "exercise 6.3 waits for you in src/exercises/completions.rs"
)]
fn a_push_is_seen_or_wakes_the_reactor() {
    explore(|| {
        serve();
    });
}

#[test]
#[cfg_attr(
    waiting = "completions",
    ignore = "exercise 6.3 waits for you in src/exercises/completions.rs"
)]
fn every_sleep_costs_one_wake_up_and_no_other() {
    explore(|| {
        let (wakes, sleeps) = serve();
        assert_eq!(wakes, sleeps, "wake-ups, and sleeps that they ended");
    });
}
