//! What a journal costs: off, it is one branch.
//!
//! `nothing` is the loop itself. `off` adds an entry to a journal that is off: the difference is
//! the cost of leaving journal calls in a server. `on` adds one to a journal whose sink forgets it
//! at once: the clock, the lock and the text of an entry.

use std::hint::black_box;

use ch00_workbench::{Entry, Journal, Sink};
use criterion::{Criterion, criterion_group, criterion_main};

/// Forgets each entry.
struct Nowhere;

impl Sink for Nowhere {
    fn record(&mut self, entry: &Entry) {
        black_box(entry);
    }
}

fn entries(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("entry");
    group.bench_function("nothing", |bencher| {
        bencher.iter(|| black_box(42));
    });
    let off = Journal::off();
    group.bench_function("off/state", |bencher| {
        bencher.iter(|| black_box(&off).state(black_box("processing")));
    });
    group.bench_function("off/say", |bencher| {
        bencher.iter(|| black_box(&off).say(|| format!("{} bytes", black_box(42))));
    });
    let on = Journal::to(vec![Box::new(Nowhere)]);
    group.bench_function("on/state", |bencher| {
        bencher.iter(|| black_box(&on).state(black_box("processing")));
    });
    group.bench_function("on/say", |bencher| {
        bencher.iter(|| black_box(&on).say(|| format!("{} bytes", black_box(42))));
    });
    group.finish();
}

criterion_group!(benches, entries);
criterion_main!(benches);
