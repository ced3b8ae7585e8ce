//! The prediction of [`ch09_showdown::capacity`], held against chapter 3's pool.
//!
//! Here the clock is what is measured, so the pool really waits. Yet nothing rests on luck: the
//! prediction is made from the service times and arrivals that the run *had*; a run whose sleeps a
//! busy machine has stretched, so that it is another load, is run again with longer ones; the bound
//! is a factor of two; and the median of seven runs must keep it.

#[path = "support/arrivals.rs"]
mod arrivals;

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ch00_workbench::within;
use ch03_worker_pool::WorkerPool;
use ch09_showdown::capacity::{Load, Service};

const THREADS: usize = 4;
const REQUESTS: usize = 800;
const MEAN_SERVICE: Duration = Duration::from_millis(4);
/// One run each: a thousand random requests are still few, and single runs differ by a factor.
const SEEDS: [u64; 7] = [11, 22, 33, 44, 55, 66, 77];
/// Threads busy on average, of the four.
const BUSY: u32 = 3;
/// How far a run's load may differ from the one that was drawn.
const NEARLY: std::ops::RangeInclusive<f64> = 0.9..=1.1;
/// How far the times are stretched at most.
const LONGEST: u32 = 16;

/// What one request has seen.
#[derive(Clone, Copy)]
struct Seen {
    wait: Duration,
    service: Duration,
}

/// Random times with an exponential distribution, the same in every run with this seed.
struct Random(u64);

impl Random {
    /// Xorshift begins slowly from a small seed, so its bits are spread first.
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn time(&mut self, mean: Duration) -> Duration {
        // Marsaglia's xorshift: quite random enough for arrivals.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let uniform = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        mean.mul_f64(-(1.0 - uniform).ln())
    }
}

/// A pool's mean wait by the predicted one, at times long enough for this machine.
fn ratio(seed: u64) -> f64 {
    let mut stretch = 1;
    loop {
        let (load, drawn, measured) = run(seed, MEAN_SERVICE * stretch);
        // The longest times are taken as they come: the prediction is made from them.
        if NEARLY.contains(&(load.busy() / drawn)) || stretch == LONGEST {
            let predicted = load.mean_wait(THREADS).expect("four threads keep up with this");
            return measured.as_secs_f64() / predicted.as_secs_f64();
        }
        stretch *= 2;
    }
}

/// The load that a run had, how many threads were to be busy, and its mean wait.
fn run(seed: u64, mean_service: Duration) -> (Load, f64, Duration) {
    let pool = WorkerPool::builder().core(THREADS).queue(REQUESTS).prestart().build();
    let pool = pool.expect("threads");
    let seen = Arc::new(Mutex::new(Vec::with_capacity(REQUESTS)));
    let mut random = Random::new(seed);
    let start = Instant::now();
    let (mut due, mut work) = (start, Duration::ZERO);
    for _ in 0..REQUESTS {
        due += random.time(mean_service / BUSY);
        // Arrivals are what is simulated here: nobody waits for anybody.
        arrivals::wait_until(due);
        let (service, seen, arrived) = (random.time(mean_service), seen.clone(), Instant::now());
        work += service;
        let job = move || {
            let begun = Instant::now();
            arrivals::serve(service);
            let done = Seen { wait: begun - arrived, service: begun.elapsed() };
            seen.lock().expect("nobody panics").push(done);
        };
        pool.execute(job).expect("the queue holds all");
    }
    let rate = REQUESTS as f64 / start.elapsed().as_secs_f64();
    let drawn = work.as_secs_f64() / (due - start).as_secs_f64();
    pool.close();
    assert!(pool.wait_until_left(Duration::from_secs(60)), "all are served");
    let seen = seen.lock().expect("nobody panics");
    assert_eq!(seen.len(), REQUESTS);
    let mean = |of: fn(&Seen) -> Duration| seen.iter().map(of).sum::<Duration>() / REQUESTS as u32;
    let load = Load { rate, service: mean(|seen| seen.service), varies: Service::Exponential };
    (load, drawn, mean(|seen| seen.wait))
}

#[test]
fn the_pool_waits_about_as_long_as_erlang_says() {
    let mut ratios = within(Duration::from_secs(300), || {
        // All at once: they sleep most of the time.
        let runs = SEEDS.map(|seed| thread::spawn(move || ratio(seed)));
        runs.map(|run| run.join().expect("a measurement"))
    });
    ratios.sort_by(f64::total_cmp);
    assert!(
        (0.5..=2.0).contains(&ratios[SEEDS.len() / 2]),
        "measured waits by predicted ones: {ratios:.2?}"
    );
}
