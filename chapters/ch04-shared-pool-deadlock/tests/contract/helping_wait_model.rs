//! What exercise 4.4 must keep in every order of the threads.

use modelling::{Thread, explore, tell, thread};

use super::helping_wait::Board;
use crate::sync::{Arc, Mutex};

/// A number that children count up.
#[derive(Clone, Default)]
struct Count(Arc<Mutex<usize>>);

impl Count {
    fn up(&self) {
        *self.get() += 1;
    }

    fn get(&self) -> crate::sync::MutexGuard<'_, usize> {
        self.0.lock().expect("no panic under this lock")
    }
}

/// A worker that takes `jobs` times from the board, if there is something.
fn worker(board: &Board, jobs: usize) -> Thread<()> {
    let board = board.clone();
    thread("worker", move || {
        for _ in 0..jobs {
            let ran = board.run_one();
            tell(if ran { "has run a job" } else { "finds nothing" });
        }
    })
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn every_child_runs_once_and_none_is_left() {
    explore(|| {
        let (board, ran) = (Board::new(), Count::default());
        let family = board.family();
        for number in 1..=2 {
            let ran = ran.clone();
            family.add(move || {
                tell(format!("runs child {number}"));
                ran.up();
            });
        }
        let worker = worker(&board, 2);
        tell("waits for its family");
        family.wait();
        let count = *ran.get();
        assert_eq!(count, 2, "the wait was over after {count} of 2 children");
        worker.join();
        let count = *ran.get();
        assert_eq!(count, 2, "2 children were run {count} times");
    });
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn each_family_hears_of_its_own_end() {
    explore(|| {
        let (board, ran) = (Board::new(), Count::default());
        let parents: Vec<_> = (1..=2)
            .map(|number| {
                let (family, ran) = (board.family(), ran.clone());
                family.add(move || ran.up());
                thread(format!("parent-{number}"), move || {
                    tell("waits for its family");
                    family.wait();
                    tell("goes on");
                })
            })
            .collect();
        // One for each child, so that both parents may have nothing left to help with.
        let workers = [worker(&board, 1), worker(&board, 1)];
        parents.into_iter().chain(workers).for_each(Thread::join);
    });
}

#[test]
#[cfg_attr(
    waiting = "helping_wait",
    ignore = "exercise 4.4 waits for you in src/exercises/helping_wait.rs"
)]
fn a_lock_held_while_helping_is_no_trap() {
    explore(|| {
        let board = Board::new();
        let lock = Arc::new(Mutex::new(0));
        // Somebody else's child wants the lock; it is older than all of the family's.
        let other = board.family();
        other.add({
            let lock = Arc::clone(&lock);
            move || {
                tell("wants the lock");
                *lock.lock().expect("no panic under this lock") += 1;
            }
        });
        let worker = worker(&board, 1);
        let family = board.family();
        let held = lock.lock().expect("no panic under this lock");
        tell("holds the lock, and waits for its family");
        family.add(|| tell("runs"));
        family.wait();
        drop(held);
        other.wait();
        worker.join();
        let ended = *lock.lock().expect("no panic under this lock");
        assert_eq!(ended, 1, "another's child ran into the lock that its helper holds");
    });
}
