//! What the pool promises: who starts, who waits, who is turned away, and what its numbers say.

mod support;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ch00_workbench::{Gate, within};
use ch03_worker_pool::{JobHandle, Metrics, Policy, Refused, Unfinished, WorkerPool};
use support::{Watched, watched};

const LIMIT: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(600);
const NO_TIME: Duration = Duration::from_millis(1);

/// A pool of one worker and a queue of one, both taken: the worker stands at the first gate.
fn full(policy: Policy) -> (Watched, Gate, JobHandle<()>, JobHandle<&'static str>) {
    let pool = watched(WorkerPool::builder().core(1).queue(1).policy(policy));
    let gate = Gate::new("the worker's job");
    let first = pool.hold_a_worker(&gate);
    let second = pool.pool.submit(|| "queued").expect("the queue has room");
    (pool, gate, first, second)
}

#[test]
fn the_order_is_core_then_queue_then_max_then_refuse() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(2).max(3).queue(2));
        let gate = Gate::new("all jobs");
        let mut story = String::new();
        for number in 1..=6 {
            let gate = gate.clone();
            let outcome = match pool.pool.execute(move || gate.pass()) {
                Ok(()) => "accepted".to_owned(),
                Err(refused) => refused.to_string(),
            };
            // A worker that was started is at the gate, with its own first job, before the next.
            let started = [1, 2, 5].iter().filter(|start| **start <= number).count();
            gate_of(&pool, started);
            let Metrics { live, queued, rejected, .. } = pool.pool.metrics();
            story += &format!(
                "job {number}: {outcome}; {live} workers, {queued} queued, {rejected} rejected\n"
            );
        }
        gate.open();
        insta::assert_snapshot!("submit_order", story);
        let Metrics { live, queued, rejected, largest, .. } = pool.pool.metrics();
        assert_eq!((live, rejected, largest), (3, 1, 3));
        assert!(queued <= 2);
    });
}

/// Waits until as many workers run a job.
fn gate_of(pool: &Watched, started: usize) {
    let running = ch00_workbench::What::State("running".to_owned());
    pool.memory.wait_for_nth(started, "workers at the gate", |entry| entry.what == running);
}

#[test]
fn abort_turns_the_job_away() {
    within(LIMIT, || {
        let (pool, gate, first, second) = full(Policy::Abort);
        let refused = pool.pool.execute(|| ()).expect_err("all is full");
        assert!(matches!(refused, Refused::Full), "{refused}");
        gate.open();
        assert_eq!((first.wait(), second.wait()), (Ok(()), Ok("queued")));
        pool.wait_until_idle("worker-1", 2);
        assert_eq!((pool.pool.metrics().completed, pool.pool.metrics().rejected), (2, 1));
    });
}

#[test]
fn caller_runs_runs_it_on_the_callers_thread() {
    within(LIMIT, || {
        let (pool, gate, ..) = full(Policy::CallerRuns);
        let ran_on = pool.pool.submit(|| thread::current().id()).expect("the caller runs it");
        assert_eq!(ran_on.wait(), Ok(thread::current().id()));
        assert_eq!(pool.pool.metrics().completed, 1, "it is counted like any other");
        gate.open();
    });
}

#[test]
fn discard_gives_the_newest_up_and_its_handle_says_so() {
    within(LIMIT, || {
        let (pool, gate, _, second) = full(Policy::Discard);
        let third = pool.pool.submit(|| "never").expect("to be discarded is no error");
        assert_eq!(third.wait(), Err(Unfinished::Discarded));
        assert_eq!(pool.pool.metrics().discarded, 1);
        gate.open();
        assert_eq!(second.wait(), Ok("queued"));
    });
}

#[test]
fn discard_oldest_gives_the_oldest_up_and_queues_the_newest() {
    within(LIMIT, || {
        let (pool, gate, first, second) = full(Policy::DiscardOldest);
        let third = pool.pool.submit(|| "newest").expect("it takes the oldest one's place");
        assert_eq!(second.wait(), Err(Unfinished::Discarded), "the oldest that waited");
        gate.open();
        assert_eq!((first.wait(), third.wait()), (Ok(()), Ok("newest")));
        assert_eq!(pool.pool.metrics().discarded, 1);
    });
}

#[test]
fn discard_oldest_refuses_where_nothing_waits() {
    within(LIMIT, || {
        let builder = WorkerPool::builder().core(1).queue(0).policy(Policy::DiscardOldest);
        let pool = watched(builder);
        let gate = Gate::new("the only worker's job");
        pool.hold_a_worker(&gate);
        let refused = pool.pool.execute(|| ()).expect_err("there is nothing to give up");
        assert!(matches!(refused, Refused::Full), "{refused}");
        gate.open();
    });
}

#[test]
fn without_a_queue_a_job_is_handed_to_an_idle_worker() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1).queue(0));
        pool.pool.submit(|| ()).expect("the first worker starts with it").wait().expect("it ran");
        // Once the worker waits at the channel it is handed the job; how soon that is, nobody
        // knows, so this caller waits for room.
        let second = pool.pool.submit_within(LONG, || 42).expect("handed over");
        assert_eq!(second.wait(), Ok(42));
        assert_eq!(pool.pool.metrics().largest, 1);
    });
}

#[test]
fn a_caller_may_wait_for_room() {
    within(LIMIT, || {
        let (pool, gate, ..) = full(Policy::Abort);
        let late = pool.pool.submit_within(NO_TIME, || ()).err().expect("no room in that time");
        assert!(matches!(late, Refused::Full), "{late}");
        let waiting = thread::spawn({
            let pool = pool.pool.clone();
            move || pool.submit_within(LONG, || "in time").map(JobHandle::wait)
        });
        gate.open();
        let outcome = waiting.join().expect("no panic").expect("there was room");
        assert_eq!(outcome, Ok("in time"));
    });
}

#[test]
fn a_worker_beyond_the_core_leaves_when_it_has_been_idle_long_enough() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1).max(2).queue(0).keep_alive(NO_TIME));
        let gates = [Gate::new("worker-1's job"), Gate::new("worker-2's job")];
        gates.iter().for_each(|gate| drop(pool.hold_a_worker(gate)));
        assert_eq!(pool.pool.metrics().live, 2);
        gates[1].open();
        pool.wait_until_ended("worker-2");
        gates[0].open();
        pool.wait_until_idle("worker-1", 1);
        assert_eq!((pool.pool.metrics().live, pool.pool.metrics().largest), (1, 2));
    });
}

#[test]
fn a_pool_can_grow_and_shrink_at_work() {
    within(LIMIT, || {
        let pool = watched(WorkerPool::builder().core(1).queue(4).keep_alive(NO_TIME));
        let gate = Gate::new("the first worker's job");
        let _first = pool.hold_a_worker(&gate);
        let queued = pool.pool.submit(|| "by a new worker").expect("the queue has room");
        pool.pool.resize(2, 2).expect("sizes that fit together");
        assert_eq!(queued.wait(), Ok("by a new worker"), "worker 1 still stands at its gate");
        pool.pool.resize(1, 1).expect("sizes that fit together");
        pool.wait_until_ended("worker-2");
        gate.open();
        assert_eq!(pool.pool.metrics().live, 1);
        assert!(pool.pool.resize(2, 1).is_err() && pool.pool.resize(0, 0).is_err());
    });
}

#[test]
fn a_job_can_be_taken_back_until_it_begins() {
    within(LIMIT, || {
        let (pool, gate, first, second) = full(Policy::Abort);
        assert!(second.cancel() && !second.cancel(), "once");
        assert!(!first.cancel(), "it runs already");
        assert_eq!(second.wait(), Err(Unfinished::Cancelled));
        gate.open();
        assert_eq!(first.wait(), Ok(()));
        pool.wait_until_idle("worker-1", 2);
        assert_eq!((pool.pool.metrics().completed, pool.pool.metrics().cancelled), (1, 1));
    });
}

#[test]
fn to_wait_for_a_job_can_be_bounded() {
    within(LIMIT, || {
        let (_pool, gate, first, second) = full(Policy::Abort);
        let first = first.wait_within(NO_TIME).expect_err("it stands at the gate");
        assert!(!first.is_finished());
        gate.open();
        assert_eq!(second.wait_within(LONG).ok(), Some(Ok("queued")));
        assert!(first.is_finished(), "it came before the second");
    });
}

#[test]
fn workers_carry_their_name_and_number() {
    within(LIMIT, || {
        let pool = WorkerPool::builder().core(2).name("joiner").stack_bytes(64 * 1024).build();
        let pool = pool.expect("sizes that fit together");
        let name = || thread::current().name().map(str::to_owned);
        let names = [pool.submit(name), pool.submit(name)];
        let names = names.map(|handle| handle.expect("room").wait().expect("no panic"));
        assert_eq!(names, [Some("joiner-1".to_owned()), Some("joiner-2".to_owned())]);
    });
}

#[test]
fn every_offered_job_is_counted_once() {
    within(LIMIT, || {
        let (pool, gate, ..) = full(Policy::Abort);
        let jobs = Arc::new(());
        let taken = Arc::clone(&jobs);
        assert!(pool.pool.execute(move || drop(taken)).is_err());
        gate.open();
        pool.wait_until_idle("worker-1", 2);
        pool.pool
            .submit(|| panic!("on purpose"))
            .map(JobHandle::wait)
            .expect("room")
            .expect_err("");
        pool.wait_until_idle("worker-1", 3);
        let metrics = pool.pool.metrics();
        let expected = Metrics {
            live: 1,
            // The journal says idle a moment before the pool counts it.
            idle: metrics.idle,
            largest: 1,
            completed: 2,
            panicked: 1,
            rejected: 1,
            ..Metrics::default()
        };
        assert_eq!(metrics, expected);
        assert_eq!(Arc::strong_count(&jobs), 1, "what a refused job owned is dropped");
    });
}
