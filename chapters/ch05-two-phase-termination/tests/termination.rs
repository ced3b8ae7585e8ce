//! The pool's two ends: every job is run, returned or refused, once, and nobody waits in vain.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use ch00_workbench::{Gate, within};
use ch03_worker_pool::{Refused, Unfinished, WorkerPool};
use ch05_two_phase_termination::StoppablePool;

const LIMIT: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(3600);

fn pool(core: usize, max: usize, queue: usize) -> StoppablePool {
    let pool = WorkerPool::builder().core(core).max(max).queue(queue).build();
    StoppablePool::new(pool.expect("sizes that fit"))
}

/// A pool of one worker, whose job waits at the gate.
fn busy(gate: &Gate) -> StoppablePool {
    let pool = pool(1, 1, 16);
    let held = gate.clone();
    pool.execute(move |_| held.pass()).expect("room");
    gate.wait_for_waiting(1);
    pool
}

#[test]
fn shutdown_refuses_the_new_and_does_the_old() {
    within(LIMIT, || {
        let gate = Gate::new("the first job's end");
        let pool = busy(&gate);
        let queued: Vec<_> = (0..3).map(|n| pool.submit(move |_| n).expect("room")).collect();
        pool.shutdown();
        pool.shutdown();
        assert!(matches!(pool.execute(|_| ()), Err(Refused::Closed)));
        assert!(!pool.await_termination(Duration::ZERO), "a job runs, and three wait");
        gate.open();
        assert!(pool.await_termination(LONG));
        let done: Vec<_> = queued.into_iter().map(|job| job.wait().expect("it ran")).collect();
        assert_eq!(done, [0, 1, 2]);
    });
}

#[test]
fn shutdown_now_tells_the_running_and_returns_the_rest() {
    within(LIMIT, || {
        let pool = pool(1, 1, 16);
        let (begun, begins) = mpsc::channel();
        let running = pool.submit(move |stop| {
            begun.send(()).expect("the test listens");
            stop.sleep(LONG)
        });
        begins.recv().expect("the first job runs");
        let queued: Vec<_> = (0..3).map(|n| pool.submit(move |_| n).expect("room")).collect();
        let mut unrun = pool.shutdown_now();
        assert_eq!(unrun.len(), 3);
        assert!(pool.await_termination(LONG));
        assert!(running.expect("room").wait().expect("no panic").is_err(), "it was told to stop");
        // One is run after all, by whoever got it back; the others are dropped.
        unrun.remove(0).run();
        drop(unrun);
        let ends: Vec<_> = queued.into_iter().map(|job| job.wait()).collect();
        let cancelled = Err(Unfinished::Cancelled);
        assert_eq!(ends, [Ok(0), cancelled.clone(), cancelled], "every handle ends");
        assert_eq!(pool.pool().metrics().returned, 3);
    });
}

#[test]
fn the_second_order_may_follow_the_first() {
    within(LIMIT, || {
        let gate = Gate::new("the first job's end");
        let pool = busy(&gate);
        (0..3).for_each(|_| pool.execute(|_| ()).expect("room"));
        pool.shutdown();
        assert_eq!(pool.shutdown_now().len(), 3);
        assert_eq!(pool.shutdown_now().len(), 0);
        gate.open();
        assert!(pool.await_termination(LONG));
    });
}

#[test]
fn a_job_may_shut_its_own_pool_down() {
    within(LIMIT, || {
        let pool = pool(1, 1, 16);
        let held = Gate::new("both are queued");
        let (orders, gate) = (pool.clone(), held.clone());
        let job = pool.submit(move |stop| {
            gate.pass();
            let unrun = orders.shutdown_now().len();
            // It would wait for itself: a limit is what makes that harmless.
            (unrun, stop.is_stopped(), orders.await_termination(Duration::ZERO))
        });
        pool.execute(|_| ()).expect("room");
        held.open();
        assert_eq!(job.expect("room").wait(), Ok((1, true, false)));
        assert!(pool.await_termination(LONG));
    });
}

#[test]
fn dropping_it_inside_a_job_waits_for_nobody() {
    within(LIMIT, || {
        let gate = Gate::new("the test has let go");
        let last = pool(1, 1, 16);
        let (mine, held) = (last.clone(), gate.clone());
        let job = last.submit(move |_| {
            held.pass();
            drop(mine); // the last clone
        });
        let next = last.submit(|_| 7);
        drop(last);
        gate.open();
        assert_eq!(job.expect("room").wait(), Ok(()));
        assert_eq!(next.expect("room").wait(), Ok(7), "what was queued is done");
    });
}

#[test]
fn a_pool_that_has_done_nothing_ends_at_once() {
    within(LIMIT, || {
        let pool = pool(4, 4, 4);
        assert!(!pool.await_termination(Duration::ZERO), "no order was given");
        pool.shutdown();
        assert!(pool.await_termination(Duration::ZERO));
        assert!(pool.is_shutdown());
    });
}

#[test]
fn the_wait_for_the_end_has_an_end() {
    within(LIMIT, || {
        let gate = Gate::new("the first job's end");
        let pool = busy(&gate);
        pool.shutdown();
        let limit = Duration::from_millis(30);
        let start = Instant::now();
        assert!(!pool.await_termination(limit));
        assert!(start.elapsed() >= limit, "it gave up too soon");
        gate.open();
        assert!(pool.await_termination(LONG));
    });
}

#[test]
fn a_caller_that_waits_for_room_is_not_forgotten() {
    within(LIMIT, || {
        let gate = Gate::new("the first job's end");
        let pool = busy(&gate);
        (0..16).for_each(|_| pool.execute(|_| ()).expect("room"));
        let caller = thread::spawn({
            let pool = pool.clone();
            move || pool.pool().submit_within(LONG, || 17)
        });
        // In or not yet: it is returned, or refused, and in neither case waits for an hour.
        let unrun = pool.shutdown_now().len();
        match caller.join().expect("it does not panic") {
            Ok(handle) => {
                assert_eq!(unrun, 17);
                assert_eq!(handle.wait(), Err(Unfinished::Cancelled));
            }
            Err(refused) => {
                assert!(matches!(refused, Refused::Closed), "{refused}");
                assert_eq!(unrun, 16);
            }
        }
        gate.open();
        assert!(pool.await_termination(LONG));
    });
}

/// How a job has ended, by the bits that are set: more than one bit is more than one end.
const RUN: u32 = 1;
const RETURNED: u32 = 1 << 8;
const REFUSED: u32 = 1 << 16;

const CALLERS: usize = 3;
const JOBS: usize = 20;

/// How often each job has ended, in which way.
type Books = Arc<[AtomicU32; CALLERS * JOBS]>;

/// The property, for random pools, callers and orders: run ∪ returned ∪ refused = submitted.
#[test]
fn every_job_is_run_returned_or_refused_once() {
    within(LIMIT, || (1..=200).for_each(one_random_run));
}

fn one_random_run(seed: u64) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (core, queue) = (random.below(3), random.below(8));
    let pool = pool(core, core.max(1) + random.below(3), queue);
    let books: Books = Arc::new([const { AtomicU32::new(0) }; CALLERS * JOBS]);
    // Set when jobs that came back are run: they note then that they did come back.
    let came_back = Arc::new(AtomicU32::new(0));
    let callers: Vec<_> = (0..CALLERS)
        .map(|caller| {
            let (pool, books, came_back) = (pool.clone(), books.clone(), came_back.clone());
            let patient = random.below(2) == 0;
            let jobs = caller * JOBS..(caller + 1) * JOBS;
            thread::spawn(move || {
                for job in jobs {
                    submit(&pool, &books, &came_back, job, patient);
                }
            })
        })
        .collect();
    (0..random.below(200)).for_each(|_| thread::yield_now());
    if random.below(3) == 0 {
        pool.shutdown();
    }
    let unrun = if random.below(4) > 0 { pool.shutdown_now() } else { Vec::new() };
    pool.shutdown();
    callers.into_iter().for_each(|caller| caller.join().expect("it does not panic"));
    assert!(pool.await_termination(LONG), "seed {seed}");
    // All workers have left: from here on only this thread runs jobs.
    came_back.store(1, Ordering::SeqCst);
    let returned = unrun.len();
    for job in unrun {
        job.run();
    }
    let ends: Vec<u32> = books.iter().map(|ends| ends.load(Ordering::SeqCst)).collect();
    let once = |ends: &u32| [RUN, RETURNED, REFUSED].contains(ends);
    assert!(ends.iter().all(once), "seed {seed}: a job has ended twice, or is lost: {ends:x?}");
    let noted = ends.iter().filter(|ends| **ends == RETURNED).count();
    assert_eq!(noted, returned, "seed {seed}: {ends:x?}");
}

/// Submits a job, with or without patience for room; it notes how it ends.
fn submit(
    pool: &StoppablePool,
    books: &Books,
    came_back: &Arc<AtomicU32>,
    job: usize,
    patient: bool,
) {
    let (theirs, came_back) = (Arc::clone(books), Arc::clone(came_back));
    let body = move || {
        let end = if came_back.load(Ordering::SeqCst) == 0 { RUN } else { RETURNED };
        theirs[job].fetch_add(end, Ordering::SeqCst);
    };
    let refused = if patient {
        pool.pool().submit_within(Duration::from_millis(1), body).is_err()
    } else {
        pool.execute(move |_| body()).is_err()
    };
    if refused {
        books[job].fetch_add(REFUSED, Ordering::SeqCst);
    }
}

/// Numbers from a seed (xorshift): the same choices for the same seed; the rest is the scheduler's.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}
