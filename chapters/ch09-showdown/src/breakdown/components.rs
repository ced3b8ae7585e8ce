//! What the journal cannot tell apart: the chapters' own components, each timed alone.

use std::hint::black_box;
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use ch00_workbench::{Journal, Memory};
use ch06_half_sync_half_reactive::completions::{Completions, Wakes};
use ch06_half_sync_half_reactive::demultiplexer::{Batch, Demultiplexer, Interest, Trigger};
use ch06_half_sync_half_reactive::queue::{Queue, Share};
use ch06_half_sync_half_reactive::slots::Slots;
use ch08_leader_followers::s3::{Fifo, Follower, Promotion, Role, ThreadSet};

use crate::compare::statistics::Spread;

/// Batches of which the median counts: one that another process has disturbed does not.
const BATCHES: usize = 9;

/// Nanoseconds that each thing takes, alone and undisturbed.
#[derive(Clone, Copy, Debug)]
pub struct Components {
    /// An entry of the journal, in memory.
    pub entry: f64,
    /// To lock and unlock a mutex that nobody else wants.
    pub lock: f64,
    /// To find a handler by its key.
    pub dispatch: f64,
    /// A wait of the demultiplexer that finds one handle ready.
    pub demultiplex: f64,
    /// A task through the queue and back through the completions, all on one thread.
    pub transfer: f64,
    /// From one thread to another and its share of the way back: a promotion, lock and wake-up.
    pub promotion: f64,
    /// The same through the queue.
    pub hand_over: f64,
}

impl Components {
    /// Times all of them, on the cores that the calling thread may use. `times`: how often in a
    /// batch.
    ///
    /// # Errors
    /// If there is no socket or no thread to be had.
    pub fn time(times: usize) -> anyhow::Result<Components> {
        Ok(Components {
            entry: entry(times),
            lock: lock(times),
            dispatch: dispatch(times),
            demultiplex: demultiplex(times)?,
            transfer: transfer(times),
            promotion: median(|| promotions(times))?,
            hand_over: median(|| hand_overs(times))?,
        })
    }
}

fn entry(times: usize) -> f64 {
    let journal = Journal::to(vec![Box::new(Memory::new())]);
    of_each(times, || journal.state("processing"))
}

fn lock(times: usize) -> f64 {
    let mutex = Mutex::new(0_u64);
    of_each(times, || *black_box(&mutex).lock().expect("nobody panics with it") += 1)
}

fn dispatch(times: usize) -> f64 {
    let mut slots = Slots::new();
    let keys: Vec<usize> =
        (0..64).map(|number| slots.insert_with(|_| Ok(number)).expect("it is made")).collect();
    let mut turn = 0;
    of_each(times, || {
        turn = (turn + 1) % keys.len();
        black_box(slots.get(black_box(keys[turn])));
    })
}

fn demultiplex(times: usize) -> anyhow::Result<f64> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let mut peer = TcpStream::connect(listener.local_addr()?)?;
    let (stream, _) = listener.accept()?;
    stream.set_nonblocking(true)?;
    peer.write_all(b"!")?; // never read: it stays ready
    let demultiplexer = Demultiplexer::new()?;
    let handle = demultiplexer.register(stream, 1, Interest::READ, Trigger::Oneshot)?;
    let mut events = Batch::with_capacity(1);
    median(|| {
        let mut waited = Duration::ZERO;
        for _ in 0..times {
            handle.rearm(Interest::READ)?;
            let start = Instant::now();
            demultiplexer.wait(&mut events, None)?;
            waited += start.elapsed();
        }
        Ok(waited)
    })
    .map(|all| all / times as f64)
}

fn transfer(times: usize) -> f64 {
    let share = Share { workers: 1, most: 1 };
    let (queue, completions) = (Queue::new(1024, share, || ()), Completions::new(|| ()));
    let (mut tasks, mut batch, mut done) = (vec![Box::new([0_u8; 64])], Vec::new(), Vec::new());
    of_each(times, || {
        queue.put(&mut tasks);
        queue.take(&mut batch);
        let task = batch.pop().expect("it was put in");
        completions.put(|_| (task, Wakes::Nobody));
        completions.take(&mut done);
        tasks.append(&mut done);
    })
}

/// Two threads that promote each other. Time by the promotions that found the other one following; on
/// one core, that is all of them but a few at the end.
fn promotions(times: usize) -> anyhow::Result<Duration> {
    let set: ThreadSet<()> = ThreadSet::new(2, Box::new(Fifo), Journal::off());
    let (comes, appointed) = (AtomicBool::new(false), AtomicU32::new(0));
    // Relaxed, both: a hint when to begin, and a number that is read after the join.
    let lead = |thread: usize| {
        if thread == 2 {
            comes.store(true, Relaxed);
        }
        for turn in 0..times {
            let Role::Leader(leadership) = set.join(Follower { thread, priority: 0 }, None) else {
                return; // nobody hands anything over, nor closes the set
            };
            while turn == 0 && thread == 1 && !comes.load(Relaxed) {
                thread::yield_now();
            }
            // It comes; a few turns of the scheduler more, and it follows.
            (0..if turn == 0 { 50 } else { 0 }).for_each(|_| thread::yield_now());
            if let Promotion::Appointed(_) = set.promote_new_leader(leadership) {
                appointed.fetch_add(1, Relaxed);
            }
        }
    };
    let start = Instant::now();
    let both = || {
        thread::scope(|scope| -> io::Result<()> {
            let other = thread::Builder::new().spawn_scoped(scope, || lead(2))?;
            lead(1);
            other.join().expect("leading does not panic");
            Ok(())
        })
    };
    both().context("no second thread to be had")?;
    Ok(start.elapsed() / appointed.into_inner().max(1))
}

/// Two threads and two queues: each waits for what the other puts in.
fn hand_overs(times: usize) -> anyhow::Result<Duration> {
    let share = Share { workers: 1, most: 1 };
    let queues = [Queue::new(8, share, || ()), Queue::new(8, share, || ())];
    let pass_on = |from: &Queue<usize>, to: &Queue<usize>| {
        let mut batch = Vec::new();
        for _ in 0..times {
            from.take(&mut batch);
            to.put(&mut batch);
        }
    };
    let start = Instant::now();
    let both = || {
        thread::scope(|scope| -> io::Result<()> {
            let other =
                thread::Builder::new().spawn_scoped(scope, || pass_on(&queues[0], &queues[1]))?;
            queues[0].put(&mut vec![1]);
            pass_on(&queues[1], &queues[0]);
            other.join().expect("passing on does not panic");
            Ok(())
        })
    };
    both().context("no second thread to be had")?;
    Ok(start.elapsed() / (2 * times) as u32)
}

/// The median of some batches, in nanoseconds.
fn median(mut batch: impl FnMut() -> anyhow::Result<Duration>) -> anyhow::Result<f64> {
    let batches: Result<Vec<_>, _> =
        (0..BATCHES).map(|_| batch().map(|time| time.as_nanos() as f64)).collect();
    Ok(Spread::of(batches?).map_or(0.0, |spread| spread.median))
}

fn of_each(times: usize, mut body: impl FnMut()) -> f64 {
    let all = median(|| {
        let start = Instant::now();
        (0..times).for_each(|_| body());
        Ok(start.elapsed())
    });
    all.expect("timing does not fail") / times as f64
}
