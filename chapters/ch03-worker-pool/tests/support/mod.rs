//! What the tests of this chapter share: a pool to look into, spawners that fail, a server.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ch00_workbench::{Gate, Journal, Memory, What};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch03_worker_pool::builder::Builder;
use ch03_worker_pool::{JobHandle, WorkerPool};

/// A pool, and what its workers note.
pub struct Watched {
    pub pool: WorkerPool,
    pub memory: Memory,
}

/// A pool whose workers note what they do.
pub fn watched(builder: Builder) -> Watched {
    let memory = Memory::new();
    let journal = Journal::to(vec![Box::new(memory.clone())]);
    let pool = builder.journal(journal).build().expect("sizes that fit together");
    Watched { pool, memory }
}

impl Watched {
    /// Submits a job that stands at `gate`, and waits until it does. The gate is this job's alone.
    pub fn hold_a_worker(&self, gate: &Gate) -> JobHandle<()> {
        let theirs = gate.clone();
        let handle = self.pool.submit(move || theirs.pass()).expect("a worker for it");
        gate.wait_for_waiting(1);
        handle
    }

    /// Waits until the worker has been idle as often as that: what it did before is counted then.
    pub fn wait_until_idle(&self, worker: &str, times: usize) {
        self.memory.wait_for_nth(times, &format!("{worker}: [idle] {times} times"), |entry| {
            &*entry.thread == worker && entry.what == What::State("idle".to_owned())
        });
    }

    pub fn wait_until_ended(&self, worker: &str) {
        self.memory.wait_for(&format!("{worker}: [ended]"), |entry| {
            &*entry.thread == worker && entry.what == What::End
        });
    }
}

/// A source of threads that fails from the `from`-th call on, as often as `times`.
#[derive(Clone)]
pub struct Failing {
    from: usize,
    times: usize,
    calls: Arc<AtomicUsize>,
    threads: Arc<OsThreads>,
}

impl Failing {
    pub fn new(from: usize, times: usize) -> Failing {
        Failing { from, times, calls: Arc::default(), threads: Arc::default() }
    }

    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

impl Spawn for Failing {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        if (self.from..self.from.saturating_add(self.times)).contains(&call) {
            return Err(ErrorKind::WouldBlock.into());
        }
        self.threads.spawn(name, job)
    }
}
