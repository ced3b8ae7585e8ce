//! What it takes to get another thread to run: two threads, and nothing else to do.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use ch00_workbench::Journal;
use ch06_half_sync_half_reactive::queue::{Queue, Share};
use ch08_leader_followers::s3::{Fifo, Follower, Promotion, Role, ThreadSet};

use super::components::now;

/// Two threads that promote each other, by the promotions that found the other one following: once
/// they take turns, that is all of them.
pub fn promotions(times: usize) -> anyhow::Result<Duration> {
    let set: ThreadSet<()> = ThreadSet::new(2, Box::new(Fifo), Journal::off());
    let (ended, appointed) = (AtomicBool::new(false), AtomicU32::new(0));
    let lead = |thread: usize| {
        let (begun, mut alone) = (now(), true);
        for _ in 0..times {
            let Role::Leader(leadership) = set.join(Follower { thread, priority: 0 }, None) else {
                break; // nobody hands anything over, nor closes the set
            };
            if alone {
                thread::yield_now(); // the other one is on its way, and follows
            }
            alone = set.promote_new_leader(leadership) == Promotion::Vacant;
            // Relaxed, both: a hint, and a number that is read after the join.
            if !alone {
                appointed.fetch_add(1, Relaxed);
            } else if ended.load(Relaxed) {
                break;
            }
        }
        ended.store(true, Relaxed);
        now().saturating_sub(begun)
    };
    let spent = by_two(|| lead(1), || lead(2))?;
    Ok(spent / appointed.into_inner().max(1))
}

/// Two threads and two queues: each waits for what the other puts in.
pub fn hand_overs(times: usize) -> anyhow::Result<Duration> {
    let share = Share { workers: 1, most: 1 };
    let queues = [Queue::new(8, share, || ()), Queue::new(8, share, || ())];
    let pass_on = |from: &Queue<usize>, to: &Queue<usize>| {
        let (mut batch, begun) = (Vec::new(), now());
        for _ in 0..times {
            from.take(&mut batch);
            to.put(&mut batch);
        }
        now().saturating_sub(begun)
    };
    queues[0].put(&mut vec![1]);
    let spent = by_two(|| pass_on(&queues[1], &queues[0]), || pass_on(&queues[0], &queues[1]))?;
    Ok(spent / (2 * times) as u32)
}

/// What both bodies return together; the second one runs on a thread of its own.
fn by_two(
    one: impl FnOnce() -> Duration,
    other: impl FnOnce() -> Duration + Send,
) -> anyhow::Result<Duration> {
    let both = thread::scope(|scope| -> io::Result<Duration> {
        let other = thread::Builder::new().spawn_scoped(scope, other)?;
        let spent = one();
        Ok(spent + other.join().expect("timing does not panic"))
    });
    both.context("no second thread to be had")
}
