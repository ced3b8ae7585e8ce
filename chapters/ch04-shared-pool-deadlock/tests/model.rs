//! Latches, tickets, helping and the verdict under a scheduler that tries many orders.

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
    pub(crate) use shuttle::thread;
}

#[path = "../src/books.rs"]
#[allow(dead_code)]
mod books;
#[path = "../src/dump.rs"]
#[allow(dead_code)]
mod dump;
#[path = "../src/graph.rs"]
#[allow(dead_code)]
mod graph;
#[path = "../src/helping.rs"]
#[allow(dead_code)]
mod helping;
#[path = "../src/latch.rs"]
#[allow(dead_code)]
mod latch;
#[path = "predict/parents.rs"]
mod parents;
#[path = "../src/registry.rs"]
#[allow(dead_code)]
mod registry;
#[path = "support/shop.rs"]
mod shop;
#[path = "../src/verdict.rs"]
#[allow(dead_code)]
mod verdict;
#[path = "../src/watchdog.rs"]
#[allow(dead_code)]
mod watchdog;

use std::panic::{AssertUnwindSafe, catch_unwind};

use dump::Dump;
use helping::Body;
use latch::Latch;
use modelling::{explore, tell, thread};
use shop::Shop;
use sync::{Arc, Mutex};
use verdict::follow_the_arrows;
use watchdog::{Watch, Watchdog};

#[test]
fn a_latch_opens_for_all_with_its_last_opener_and_not_before() {
    explore(|| {
        let shop = Shop::new(0);
        let (latch, openers) = Latch::new(&shop.registry, "l", 2);
        let waiters: Vec<_> = (1..=2)
            .map(|number| {
                let (latch, registry) = (latch.clone(), shop.registry.clone());
                thread(format!("waiter-{number}"), move || {
                    tell("waits");
                    latch.wait().expect("not by hand");
                    assert!(registry.look().openers.is_empty(), "passed a closed latch");
                })
            })
            .collect();
        for opener in openers {
            let _ = thread("opener", move || {
                tell("uses up an opener");
                drop(opener);
            });
        }
        waiters.into_iter().for_each(|waiter| waiter.join());
    });
}

#[test]
fn each_child_runs_once_whoever_comes_first() {
    explore(|| {
        let shop = Shop::new(2);
        let ran = Arc::new(Mutex::new(0));
        let children = (1..=2).map(|number| {
            let ran = Arc::clone(&ran);
            let body = move || {
                tell(format!("runs child {number}"));
                *ran.lock().unwrap() += 1;
            };
            (format!("child {number}"), Box::new(body) as Body)
        });
        let split = shop.split("l", children.collect());
        let worker = shop.worker("worker", 2);
        tell("helps");
        split.help().expect("not by hand");
        assert_eq!(*ran.lock().unwrap(), 2, "all have ended when the wait is over");
        worker.join();
        assert_eq!(*ran.lock().unwrap(), 2, "and none was run twice");
    });
}

#[test]
fn no_look_in_no_order_accuses_a_pool_that_is_big_enough() {
    explore(|| {
        let shop = Shop::new(2);
        let parent = shop.clone();
        shop.submit("parent", Vec::new(), move || {
            let (latch, openers) = Latch::new(&parent.registry, "l", 1);
            parent.submit("child", openers, || tell("does the child"));
            tell("waits for the child");
            latch.wait().expect("not by hand");
        });
        let workers = [shop.worker("worker-1", 1), shop.worker("worker-2", 1)];
        let mut watch = Watch::new(follow_the_arrows, |dump: Dump| panic!("accused:\n{dump}"));
        for _ in 0..4 {
            // Also without a standstill: the verdict alone must not be wrong.
            let dump = Dump::of(shop.registry.look(), follow_the_arrows);
            assert!(dump.stuck.is_none(), "accused:\n{dump}");
            watch.look(dump.books);
        }
        workers.into_iter().for_each(|worker| worker.join());
    });
}

#[test]
fn a_hang_is_found_in_every_order_and_once_there_it_stays() {
    explore(|| {
        let shop = Shop::new(1);
        let parent = shop.clone();
        shop.submit("parent", Vec::new(), move || {
            let (latch, openers) = Latch::new(&parent.registry, "l", 1);
            parent.submit("child", openers, || tell("does the child"));
            tell("waits for the child");
            latch.wait().expect_err("opened by hand");
        });
        let worker = shop.worker("worker-1", 2);
        let dump = loop {
            let dump = Dump::of(shop.registry.look(), follow_the_arrows);
            if dump.stuck.is_some() {
                break dump;
            }
            shuttle::thread::yield_now();
        };
        let again = Dump::of(shop.registry.look(), follow_the_arrows);
        assert!(again.stuck.is_some(), "a verdict does not go away by itself:\n{again}");
        tell("opens the latch by hand");
        let wait = dump.books.waits.values().next().expect("somebody waits");
        let latch = dump.books.latches[&wait.latch].latch().expect("it is waited for");
        latch.open_by_hand();
        worker.join();
    });
}

#[test]
fn a_watchdog_ends_when_it_is_dropped_wherever_it_is() {
    explore(|| {
        let shop = Shop::new(1);
        let quiet = |dump: Dump| panic!("accused:\n{dump}");
        // The time does not matter: the scheduler decides when it is up.
        let interval = std::time::Duration::from_secs(1);
        let watchdog = Watchdog::start(&shop.registry, interval, follow_the_arrows, quiet);
        tell("ends the watch");
        drop(watchdog);
    });
}

/// A parent that holds a lock while it waits for its child; an unrelated job that is older wants
/// the same lock. `help` is how the parent waits.
fn with_a_lock_held(help: fn(&Shop, helping::Children)) {
    explore(move || {
        let shop = Shop::new(1);
        let lock = Arc::new(Mutex::new(()));
        let theirs = Arc::clone(&lock);
        shop.submit("unrelated", Vec::new(), move || {
            tell("wants the lock");
            drop(theirs.lock().unwrap());
        });
        let split = shop.split("l", vec![("child".to_owned(), Box::new(|| tell("runs")) as Body)]);
        let held = lock.lock().unwrap();
        tell("holds the lock, and helps");
        help(&shop, split);
        drop(held);
        shop.worker("worker", 2).join();
    });
}

#[test]
fn helping_its_own_children_a_parent_may_hold_a_lock() {
    with_a_lock_held(|_, split| {
        split.help().expect("not by hand");
    });
}

/// The wrong variant: it helps whoever is next, and meets the lock that it holds itself.
#[test]
fn helping_anybody_deadlocks_on_a_lock_that_is_held() {
    let helps_anybody = |shop: &Shop, split: helping::Children| {
        while shop.run_one() {}
        split.wait().expect("not by hand");
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| with_a_lock_held(helps_anybody)));
    let payload = outcome.expect_err("the model finds the deadlock");
    let text = payload.downcast_ref::<String>().expect("a report");
    assert!(text.contains("already holds") || text.contains("no thread can go on"), "{text}");
    assert!(text.contains("wants the lock"), "{text}");
}
