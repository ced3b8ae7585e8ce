//! Submit and run empty jobs: this chapter's pool beside two crates with a pool like it, and rayon.
//!
//! All have the same number of workers. Producers hand over `JOBS` jobs between them, each job
//! counts itself, and the time is taken from the first submit to the last job's end. The queues
//! of `threadpool` and `rusty_pool` are unbounded; ours is as long as there are jobs, so that none
//! is refused there either. Once more ours has its usual queue of 1,024, and callers who find it
//! full run their job themselves: that is how it is meant to be used. Rayon's `spawn` is built for jobs that make jobs on its own threads:
//! handing them in from outside is not what it is best at.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ch03_worker_pool::{Policy, WorkerPool};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const WORKERS: usize = 2;
const JOBS: usize = 64 * 1024;
const PRODUCERS: [usize; 4] = [1, 2, 4, 8];

/// Jobs that are not done yet.
type Left = Arc<AtomicUsize>;

/// One round: `producers` threads, each with a submitter of its own, hand over all jobs.
fn round<S: FnMut(&Left) + Send>(producers: usize, submitter: impl Fn() -> S) -> Duration {
    let left: Left = Arc::new(AtomicUsize::new(JOBS));
    let submitters: Vec<S> = (0..producers).map(|_| submitter()).collect();
    let start = Instant::now();
    thread::scope(|scope| {
        for mut submit in submitters {
            let left = &left;
            scope.spawn(move || (0..JOBS / producers).for_each(|_| submit(left)));
        }
    });
    while left.load(Ordering::Acquire) > 0 {
        thread::yield_now();
    }
    start.elapsed()
}

/// An almost empty job: it counts itself.
fn job(left: &Left) -> impl FnOnce() + Send + 'static {
    let left = Arc::clone(left);
    move || {
        left.fetch_sub(1, Ordering::AcqRel);
    }
}

fn pools(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("empty jobs");
    group.throughput(Throughput::Elements(JOBS as u64));
    group.sample_size(20);
    let ours = WorkerPool::builder().core(WORKERS).queue(JOBS).prestart().build();
    let ours = ours.expect("threads to be had");
    let bounded = WorkerPool::builder().core(WORKERS).policy(Policy::CallerRuns).prestart().build();
    let bounded = bounded.expect("threads to be had");
    let threadpool = threadpool::ThreadPool::new(WORKERS);
    let rusty = rusty_pool::ThreadPool::new(WORKERS, WORKERS, Duration::from_secs(60));
    let rayon = rayon::ThreadPoolBuilder::new().num_threads(WORKERS).build();
    let rayon = Arc::new(rayon.expect("threads to be had"));
    for producers in PRODUCERS {
        let rounds = |count, one: &dyn Fn() -> Duration| (0..count).map(|_| one()).sum();
        group.bench_function(BenchmarkId::new("this chapter", producers), |bencher| {
            bencher.iter_custom(|count| {
                rounds(count, &|| {
                    round(producers, || {
                        let pool = ours.clone();
                        move |left: &Left| pool.execute(job(left)).expect("room for all")
                    })
                })
            });
        });
        group.bench_function(
            BenchmarkId::new("this chapter, 1024 waiting", producers),
            |bencher| {
                bencher.iter_custom(|count| {
                    rounds(count, &|| {
                        round(producers, || {
                            let pool = bounded.clone();
                            move |left: &Left| pool.execute(job(left)).expect("the caller runs it")
                        })
                    })
                });
            },
        );
        group.bench_function(BenchmarkId::new("threadpool", producers), |bencher| {
            bencher.iter_custom(|count| {
                rounds(count, &|| {
                    round(producers, || {
                        let pool = threadpool.clone();
                        move |left: &Left| pool.execute(job(left))
                    })
                })
            });
        });
        group.bench_function(BenchmarkId::new("rusty_pool", producers), |bencher| {
            bencher.iter_custom(|count| {
                rounds(count, &|| {
                    round(producers, || {
                        let pool = rusty.clone();
                        move |left: &Left| pool.execute(job(left))
                    })
                })
            });
        });
        group.bench_function(BenchmarkId::new("rayon", producers), |bencher| {
            bencher.iter_custom(|count| {
                rounds(count, &|| {
                    round(producers, || {
                        let pool = Arc::clone(&rayon);
                        move |left: &Left| pool.spawn(job(left))
                    })
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, pools);
criterion_main!(benches);
