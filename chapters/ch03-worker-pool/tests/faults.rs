//! What pools are known to do wrong, and what this one does instead.

mod support;

use std::io;
use std::panic::panic_any;
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use ch00_workbench::{Gate, within};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch03_worker_pool::{JobHandle, Policy, Refused, Unfinished, WorkerPool};
use support::{Failing, watched};

const LIMIT: Duration = Duration::from_secs(60);
const NO_TIME: Duration = Duration::from_millis(1);

#[test]
fn a_panicking_job_costs_neither_its_worker_nor_the_pool() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1));
        let on_worker = || thread::current().id();
        let before = pool.pool.submit(on_worker).expect("room").wait();
        for _ in 0..3 {
            let doomed: JobHandle<()> =
                pool.pool.submit(|| panic!("job {} went wrong", 7)).expect("room");
            let message = "job 7 went wrong".to_owned();
            assert_eq!(doomed.wait(), Err(Unfinished::Panicked(message)));
        }
        pool.pool.execute(|| panic!("nobody has a handle to this one")).expect("room");
        let after = pool.pool.submit(on_worker).expect("room").wait();
        assert_eq!(before, after, "the same thread, before and after");
        pool.wait_until_idle("worker-1", 6);
        let metrics = pool.pool.metrics();
        assert_eq!((metrics.live, metrics.completed, metrics.panicked), (1, 2, 4), "{metrics:?}");
    });
}

/// Panics when it is dropped, also if it is what another panic was about.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !thread::panicking() {
            panic_any(Bomb);
        }
    }
}

#[test]
fn a_panic_that_panics_when_dropped_costs_nothing_either() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1));
        let doomed: JobHandle<()> = pool.pool.submit(|| panic_any(Bomb)).expect("room");
        assert_eq!(doomed.wait(), Err(Unfinished::Panicked("no text".to_owned())));
        assert_eq!(pool.pool.submit(|| 42).expect("room").wait(), Ok(42));
        pool.wait_until_idle("worker-1", 2);
        assert_eq!((pool.pool.metrics().live, pool.pool.metrics().panicked), (1, 1));
    });
}

#[test]
fn a_result_that_nobody_waits_for_may_panic_when_dropped() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1));
        let gate = Gate::new("the handle is gone");
        let theirs = gate.clone();
        let handle = pool.pool.submit(move || {
            theirs.pass();
            Bomb
        });
        drop(handle.expect("room"));
        gate.open();
        assert_eq!(pool.pool.submit(|| 42).expect("room").wait(), Ok(42));
        assert_eq!(pool.pool.metrics().live, 1);
    });
}

#[test]
fn a_panic_while_a_job_is_given_up_leaves_the_pool_whole() {
    within(LIMIT, || {
        let builder = WorkerPool::builder().core(1).queue(1).policy(Policy::DiscardOldest);
        let pool = watched(builder);
        let gate = Gate::new("the worker's job");
        pool.hold_a_worker(&gate);
        let bomb = Bomb;
        pool.pool.execute(move || std::mem::forget(bomb)).expect("room in the queue");
        let last = pool.pool.submit(|| 42).expect("the bomb is given up, and goes off");
        gate.open();
        assert_eq!(last.wait(), Ok(42), "no lock is poisoned, no worker is lost");
    });
}

#[test]
fn without_any_worker_a_refusal_says_so() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(2).spawn(Failing::new(1, usize::MAX)));
        let refused = pool.pool.execute(|| ()).expect_err("nobody could ever run it");
        assert!(matches!(refused, Refused::NoWorker(_)), "not `full`: {refused}");
        let refused = pool.pool.submit_within(LIMIT, || ()).err().expect("at once, without a wait");
        assert!(matches!(refused, Refused::NoWorker(_)), "not `full`: {refused}");
        let metrics = pool.pool.metrics();
        assert_eq!((metrics.live, metrics.queued, metrics.rejected), (0, 0, 2), "{metrics:?}");
    });
}

#[test]
fn a_builder_that_cannot_start_the_core_returns_the_error() {
    within(LIMIT, || {
        let spawn = Failing::new(2, 1);
        let error = WorkerPool::builder().core(3).spawn(spawn.clone()).prestart().build();
        let error = error.err().expect("the second worker could not be started");
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        assert_eq!(spawn.calls(), 2, "it stopped there");
        let error = WorkerPool::builder().core(2).max(1).build().err().expect("they do not fit");
        assert_eq!(error.to_string(), "max (1) is less than core (2)");
    });
}

#[test]
fn with_a_core_of_0_no_job_starves_when_the_worker_leaves() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(0).max(1).queue(4).keep_alive(NO_TIME));
        for number in 1..=20 {
            assert_eq!(pool.pool.submit(move || number).expect("room").wait(), Ok(number));
            if number % 5 == 0 {
                // Now the worker has really gone, and the next job must start another.
                pool.wait_until_ended(&format!("worker-{}", started(&pool)));
            }
        }
        assert_eq!(pool.pool.metrics().largest, 1);
    });
}

/// How many workers have noted anything.
fn started(pool: &support::Watched) -> usize {
    let entries = pool.memory.entries();
    let names: std::collections::BTreeSet<_> =
        entries.iter().map(|entry| entry.thread.clone()).collect();
    names.len()
}

#[test]
fn what_is_queued_when_the_pool_goes_is_done() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1).queue(8));
        let gate = Gate::new("the last handle is gone");
        pool.hold_a_worker(&gate);
        let handles: Vec<_> =
            (0..8).map(|number| pool.pool.submit(move || number).expect("room")).collect();
        let memory = pool.memory.clone();
        drop(pool);
        gate.open();
        let done: Vec<_> = handles.into_iter().map(|handle| handle.wait().expect("done")).collect();
        assert_eq!(done, (0..8).collect::<Vec<_>>(), "all, and in order");
        memory.wait_for("the worker leaves", |entry| entry.what == ch00_workbench::What::End);
    });
}

#[test]
fn a_job_submitted_while_the_pool_goes_is_done() {
    within(LIMIT, || {
        let pool = WorkerPool::builder().core(1).build().expect("sizes that fit together");
        let gate = Gate::new("only the job has a handle now");
        let (sender, receiver) = mpsc::channel();
        let (theirs, passing) = (pool.clone(), gate.clone());
        let job = move || {
            passing.pass();
            let handle = theirs.submit(|| "done").expect("the pool is there as long as its handle");
            sender.send(handle).expect("the test waits for it");
        };
        pool.execute(job).expect("room");
        drop(pool);
        gate.open();
        let handle = receiver.recv().expect("it was submitted");
        assert_eq!(handle.wait(), Ok("done"), "accepted, so it is done");
    });
}

#[test]
fn the_last_handle_may_go_inside_a_job_and_joins_nobody() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(2).prestart());
        let gate = Gate::new("only the job has a handle now");
        let (theirs, passing) = (pool.pool.clone(), gate.clone());
        let handle = pool.pool.submit(move || {
            passing.pass();
            drop(theirs); // the last one, on a worker's own thread
            "and the job goes on"
        });
        let memory = pool.memory.clone();
        drop(pool);
        gate.open();
        assert_eq!(handle.expect("room").wait(), Ok("and the job goes on"));
        let end = |entry: &ch00_workbench::Entry| entry.what == ch00_workbench::What::End;
        memory.wait_for_nth(2, "both workers leave", end);
    });
}

#[test]
fn a_job_may_submit_jobs() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1).queue(4));
        let theirs = pool.pool.clone();
        let inner = pool.pool.submit(move || theirs.submit(|| "inner").expect("room"));
        let inner = inner.expect("room").wait().expect("no panic");
        assert_eq!(inner.wait(), Ok("inner"), "waited for outside: inside it could wait for ever");
    });
}

#[test]
fn a_job_that_its_caller_runs_may_use_the_pool() {
    within(LIMIT, || {
        let builder = WorkerPool::builder().core(1).queue(1).policy(Policy::CallerRuns);
        let pool = watched(builder);
        let gate = Gate::new("the worker's job");
        pool.hold_a_worker(&gate);
        let queued = pool.pool.submit(|| "queued").expect("room");
        let theirs = pool.pool.clone();
        // With the pool's lock held this would hang: the job takes it again, and so does another
        // thread while the job runs.
        let nested = pool.pool.submit(move || {
            let other = theirs.clone();
            thread::spawn(move || other.metrics().queued).join().expect("no panic");
            theirs.submit(|| "nested").expect("the caller runs this one too").wait()
        });
        assert_eq!(nested.expect("the caller runs it").wait(), Ok(Ok("nested")));
        let panicked = pool.pool.submit(|| panic!("in the caller")).expect("it is kept in").wait();
        assert_eq!(panicked, Err::<(), _>(Unfinished::Panicked("in the caller".to_owned())));
        gate.open();
        assert_eq!(queued.wait(), Ok("queued"));
    });
}

#[test]
fn the_queue_takes_no_more_than_it_says() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1).queue(16));
        let gate = Gate::new("the worker's job");
        pool.hold_a_worker(&gate);
        let refused = (0..1_000).filter(|_| pool.pool.execute(|| ()).is_err()).count();
        assert_eq!((refused, pool.pool.metrics().queued), (1_000 - 16, 16));
        gate.open();
    });
}

/// Fails from the second call on, and looks at the pool in each call.
struct Looks {
    pool: Arc<OnceLock<WorkerPool>>,
    failing: Failing,
}

impl Spawn for Looks {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        if let Some(pool) = self.pool.get() {
            pool.metrics(); // with the pool's lock held, this would hang
        }
        self.failing.spawn(name, job)
    }
}

#[test]
fn a_failing_start_is_tried_once_a_job_without_the_lock() {
    within(LIMIT, || {
        let failing = Failing::new(2, usize::MAX);
        let own = Arc::new(OnceLock::new());
        let spawn = Looks { pool: Arc::clone(&own), failing: failing.clone() };
        let pool = watched(WorkerPool::builder().core(2).queue(2).spawn(spawn));
        own.set(pool.pool.clone()).ok().expect("set once");
        let gate = Gate::new("the only worker's job");
        pool.hold_a_worker(&gate);
        let queued: Vec<_> = (1..=2).map(|number| pool.pool.submit(move || number)).collect();
        assert_eq!(failing.calls(), 3, "one attempt for each job");
        let refused = pool.pool.execute(|| ()).expect_err("the worker is busy, the queue full");
        assert!(matches!(refused, Refused::Full), "{refused}");
        gate.open();
        let done = queued.into_iter().map(|handle| handle.expect("left to worker 1").wait());
        assert_eq!(done.collect::<Vec<_>>(), [Ok(1), Ok(2)]);
    });
}

#[test]
fn after_a_failed_start_the_next_job_tries_again() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1).spawn(Failing::new(1, 1)));
        pool.pool.execute(|| ()).expect_err("there is no thread for it");
        assert_eq!(pool.pool.submit(|| 42).expect("now there is").wait(), Ok(42));
        assert_eq!(pool.pool.metrics().live, 1);
    });
}

/// Says that it started a thread, and drops what the thread was to run.
struct Liar;

impl Spawn for Liar {
    fn spawn(&self, _: String, job: Job) -> io::Result<()> {
        drop(job);
        Ok(())
    }
}

#[test]
fn a_thread_that_never_runs_gives_its_seat_and_its_job_back() {
    within(LIMIT, || {
        let pool = WorkerPool::builder().core(1).spawn(Liar).build().expect("nothing started yet");
        for _ in 0..2 {
            let lost = pool.submit(|| 42).expect("it was told so");
            assert_eq!(lost.wait(), Err(Unfinished::Cancelled), "it resolves nevertheless");
        }
    });
}

#[test]
fn a_small_stack_is_enough_for_a_worker() {
    within(LIMIT, || {
        let threads = OsThreads { stack_bytes: Some(64 * 1024), ..OsThreads::default() };
        let pool = WorkerPool::builder().core(1).spawn(threads).build().expect("a pool");
        assert_eq!(
            pool.submit(|| vec![7_u8; 1024 * 1024].len()).expect("room").wait(),
            Ok(1 << 20)
        );
    });
}
