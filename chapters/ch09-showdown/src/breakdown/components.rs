//! What the journal cannot tell apart: the chapters' own components, each timed alone.

use std::hint::black_box;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use ch00_workbench::{Journal, Memory};
use ch06_half_sync_half_reactive::completions::{Completions, Wakes};
use ch06_half_sync_half_reactive::demultiplexer::{Batch, Demultiplexer, Interest, Trigger};
use ch06_half_sync_half_reactive::queue::{Queue, Share};
use ch06_half_sync_half_reactive::slots::Slots;

use super::pairs;
use crate::affinity::thread_cpu;
use crate::compare::statistics::Spread;

/// Batches of which the median counts: one that another process has disturbed does not.
const BATCHES: usize = 9;

/// Nanoseconds of processor time that each thing takes, alone.
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
            promotion: median(|| pairs::promotions(times))?,
            hand_over: median(|| pairs::hand_overs(times))?,
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
    let rearmed = of_each(times, || handle.rearm(Interest::READ).expect("it is registered"));
    let both = of_each(times, || {
        handle.rearm(Interest::READ).expect("it is registered");
        demultiplexer.wait(&mut events, None).expect("it can wait");
    });
    Ok((both - rearmed).max(0.0))
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

/// The processor time of this thread, which others on its core do not lengthen; where the system
/// does not tell it, the clock's.
pub(super) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    thread_cpu().unwrap_or_else(|| START.get_or_init(Instant::now).elapsed())
}

/// The median of some batches, in nanoseconds.
fn median(mut batch: impl FnMut() -> anyhow::Result<Duration>) -> anyhow::Result<f64> {
    let batches: Result<Vec<_>, _> =
        (0..BATCHES).map(|_| batch().map(|time| time.as_nanos() as f64)).collect();
    Ok(Spread::of(batches?).map_or(0.0, |spread| spread.median))
}

fn of_each(times: usize, mut body: impl FnMut()) -> f64 {
    let all = median(|| {
        let start = now();
        (0..times).for_each(|_| body());
        Ok(now().saturating_sub(start))
    });
    all.expect("timing does not fail") / times as f64
}
