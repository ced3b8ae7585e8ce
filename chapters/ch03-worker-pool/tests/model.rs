//! The crew and the handles under a scheduler that tries many orders.

#[path = "support/sync.rs"]
mod sync;

#[path = "../src/closing.rs"]
#[allow(dead_code)]
mod closing;
#[path = "../src/crew.rs"]
#[allow(dead_code)]
mod crew;
#[path = "../src/handle.rs"]
#[allow(dead_code)]
mod handle;
#[path = "../src/metrics.rs"]
#[allow(dead_code)]
mod metrics;
#[path = "support/modelled_queue.rs"]
mod modelled_queue;
#[path = "../src/queue.rs"]
#[allow(dead_code)]
mod queue;
#[path = "../src/seat.rs"]
#[allow(dead_code)]
mod seat;
#[path = "predict/shelf.rs"]
mod shelf;
#[path = "../src/state.rs"]
#[allow(dead_code)]
mod state;

use std::time::Duration;

use crew::{Crew, Offer};
use handle::{Unfinished, promise};
use metrics::Ended;
use modelled_queue::modelled_queue;
use modelling::{Thread, explore, tell, thread};
use seat::Seat;
use sync::{Arc, Mutex};

/// A pool whose jobs are numbers, and the numbers that were done.
#[derive(Clone)]
struct Shop {
    crew: Arc<Crew<u32>>,
    done: Arc<Mutex<Vec<u32>>>,
    workers: Arc<Mutex<Vec<Thread<()>>>>,
}

impl Shop {
    fn new(core: usize, max: usize, queue: usize) -> Shop {
        // The time does not matter: the scheduler decides when it is up.
        let crew = Crew::new(core, max, Duration::from_secs(1), modelled_queue(queue));
        Shop { crew, done: Arc::default(), workers: Arc::default() }
    }

    /// Offers a job; returns whether it was accepted.
    fn offer(&self, job: u32) -> bool {
        self.offer_within(job, None)
    }

    fn offer_within(&self, job: u32, patience: Option<Duration>) -> bool {
        tell(format!("offers job {job}"));
        match self.crew.offer(job, patience) {
            Offer::Queued => true,
            Offer::Start(seat, job) => {
                self.start(seat, Some(job));
                true
            }
            Offer::Full(_) | Offer::Closed(_) => false,
        }
    }

    fn start(&self, seat: Seat<u32>, first: Option<u32>) {
        let done = Arc::clone(&self.done);
        let worker = thread(format!("worker-{}", seat.number), move || work(seat, first, &done));
        self.workers.lock().unwrap().push(worker);
    }

    /// Closes the pool, waits for all workers, and returns the jobs that were done, sorted.
    fn end(self) -> Vec<u32> {
        tell("closes the pool");
        self.crew.close();
        let workers = std::mem::take(&mut *self.workers.lock().unwrap());
        workers.into_iter().for_each(Thread::join);
        let metrics = self.crew.metrics();
        assert_eq!((metrics.live, metrics.idle, metrics.queued), (0, 0, 0), "nobody, nothing left");
        let mut done = std::mem::take(&mut *self.done.lock().unwrap());
        assert_eq!(metrics.completed, done.len() as u64, "the counts of workers that left");
        done.sort_unstable();
        done
    }
}

fn work(mut seat: Seat<u32>, first: Option<u32>, done: &Mutex<Vec<u32>>) {
    seat.begin();
    let mut next = first;
    while let Some(job) = next.take().or_else(|| seat.take()) {
        tell(format!("does job {job}"));
        done.lock().unwrap().push(job);
        seat.count(Ended::Completed);
    }
    tell("leaves");
}

/// Two callers, each with two jobs; returns the jobs that were accepted, sorted.
fn two_callers(shop: &Shop) -> Vec<u32> {
    let callers: Vec<_> = [10, 20]
        .into_iter()
        .map(|base| {
            let shop = shop.clone();
            thread(format!("caller-{base}"), move || {
                (base..base + 2).filter(|job| shop.offer(*job)).collect::<Vec<_>>()
            })
        })
        .collect();
    callers.into_iter().flat_map(Thread::join).collect()
}

#[test]
fn an_accepted_job_is_done_once_whoever_comes_and_goes() {
    explore(|| {
        let shop = Shop::new(1, 2, 1);
        let accepted = two_callers(&shop);
        assert!(shop.crew.metrics().largest <= 2, "never more workers than max");
        assert_eq!(shop.end(), accepted);
    });
}

#[test]
fn no_job_starves_behind_the_last_worker_that_leaves() {
    explore(|| {
        let shop = Shop::new(0, 1, 4);
        let accepted = two_callers(&shop);
        assert_eq!(accepted.len(), 4, "there is room for all");
        // Without a word to the workers: what was accepted is done although nothing more comes.
        while shop.done.lock().unwrap().len() < 4 {
            shuttle::thread::yield_now();
        }
        assert_eq!(shop.end(), accepted);
    });
}

#[test]
fn of_two_surplus_workers_that_retire_at_once_only_the_surplus_goes() {
    explore(|| {
        let shop = Shop::new(1, 3, 0);
        for job in [1, 2, 3] {
            shop.offer(job);
        }
        let live = |shop: &Shop| shop.crew.lock().live;
        while shop.done.lock().unwrap().len() < 3 || live(&shop) > 1 {
            assert!(live(&shop) > 0 || shop.crew.lock().workers() > 0, "the core stays");
            shuttle::thread::yield_now();
        }
        assert_eq!(live(&shop), 1, "the core stays");
        shop.end();
    });
}

#[test]
fn a_start_that_fails_is_forgotten_and_the_next_offer_tries_again() {
    explore(|| {
        let shop = Shop::new(1, 1, 1);
        let Offer::Start(seat, job) = shop.crew.offer(1, None) else {
            panic!("nobody is there yet")
        };
        let other = thread("caller", {
            let shop = shop.clone();
            move || shop.offer(2)
        });
        tell("gets no thread");
        drop(seat);
        assert!(other.join(), "this one starts a worker of its own");
        // The job of the start that failed finds that worker, or its own start.
        let left = shop.crew.offer_to_the_others(job, None);
        let expected = if left.is_ok() { vec![1, 2] } else { vec![2] };
        assert_eq!(shop.end(), expected);
    });
}

#[test]
fn a_caller_that_waits_for_room_is_not_left_by_the_last_worker() {
    explore(|| {
        let shop = Shop::new(0, 1, 1);
        assert!(shop.offer(1));
        let caller = thread("caller", {
            let shop = shop.clone();
            move || shop.offer_within(2, Some(Duration::from_secs(1)))
        });
        let accepted = caller.join();
        if accepted {
            // Without a word to the workers: it is done although nothing more comes.
            while shop.done.lock().unwrap().len() < 2 {
                shuttle::thread::yield_now();
            }
        }
        let expected = if accepted { vec![1, 2] } else { vec![1] };
        assert_eq!(shop.end(), expected);
    });
}

#[test]
fn a_pool_that_shrinks_keeps_what_is_queued() {
    explore(|| {
        let shop = Shop::new(2, 2, 4);
        let resizer = thread("resizer", {
            let shop = shop.clone();
            move || shop.crew.resize(1, 1).into_iter().for_each(|seat| shop.start(seat, None))
        });
        let accepted = two_callers(&shop);
        resizer.join();
        assert_eq!(shop.end(), accepted);
    });
}

#[test]
fn a_handle_resolves_whatever_becomes_of_its_job() {
    explore(|| {
        let (promise, handle) = promise::<u32>();
        let worker = thread("worker", move || match promise.begin() {
            true => promise.end(Ok(42)),
            false => tell("has nothing to run"),
        });
        let cancelled = handle.cancel();
        let outcome = handle.wait();
        let expected = if cancelled { Err(Unfinished::Cancelled) } else { Ok(42) };
        assert_eq!(outcome, expected, "either it ran, or it was taken back");
        worker.join();
    });
}

#[test]
fn a_handle_of_a_lost_job_resolves_as_cancelled() {
    explore(|| {
        let (promise, handle) = promise::<u32>();
        let _ = thread("loser", move || drop(promise));
        assert_eq!(handle.wait(), Err(Unfinished::Cancelled));
    });
}

#[test]
fn a_job_is_done_handed_back_or_refused_whenever_the_pool_is_closed() {
    explore(|| {
        let shop = Shop::new(1, 2, 1);
        let closer = thread("closer", {
            let shop = shop.clone();
            move || {
                tell("takes all jobs back");
                shop.crew.take_back()
            }
        });
        let accepted = two_callers(&shop);
        let mut found = closer.join();
        assert_eq!(shop.crew.metrics().returned, found.len() as u64);
        found.extend(shop.end());
        found.sort_unstable();
        assert_eq!(found, accepted, "done or handed back, each once");
    });
}

#[test]
fn a_caller_that_waits_for_room_gets_in_or_gives_up_when_the_pool_is_closed() {
    explore(|| {
        let shop = Shop::new(1, 1, 1);
        let caller = thread("caller", {
            let shop = shop.clone();
            move || {
                let jobs = [1, 2, 3].into_iter();
                jobs.filter(|job| shop.offer_within(*job, Some(Duration::from_secs(1)))).collect()
            }
        });
        tell("takes all jobs back");
        let mut found = shop.crew.take_back();
        let accepted: Vec<u32> = caller.join();
        found.extend(shop.end());
        found.sort_unstable();
        assert_eq!(found, accepted);
    });
}

#[test]
fn whoever_waits_for_the_last_worker_hears_of_it() {
    explore(|| {
        let shop = Shop::new(1, 2, 1);
        let accepted = two_callers(&shop);
        shop.crew.close();
        // The model's clock may be early at any time: so it is waited for as often as needed.
        while !shop.crew.wait_until_left(Duration::from_secs(3600)) {}
        assert_eq!(shop.crew.lock().workers(), 0);
        assert_eq!(shop.end(), accepted);
    });
}
