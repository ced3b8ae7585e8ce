//! Has the server's threads speak one after the other, so that the story is told in one order.

use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ch00_workbench::{Entry, Memory, What};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch07_multi_reactor::Config;
use ch07_multi_reactor::inbox::HandOver;
use ch07_multi_reactor::order::Order;

/// Puts a hand-over and a spawner that wait into `config`, around its own.
pub fn keep_in_step(config: &mut Config, memory: &Memory) {
    let (hand_over, name) =
        (mem::replace(&mut config.hand_over, Box::new(|_| unreachable!())), config.name.clone());
    let (theirs, made) = (memory.clone(), AtomicUsize::new(0));
    config.hand_over = Box::new(move |wake| {
        let number = made.fetch_add(1, Ordering::Relaxed) + 1;
        let worker = format!("{name}-{number}");
        Arc::new(InStep { inner: hand_over(wake), worker, memory: theirs.clone() })
    });
    config.spawn = Box::new(OneByOne { threads: OsThreads::default(), memory: memory.clone() });
}

/// A hand-over after which the acceptor waits until the worker has done as it was told.
struct InStep {
    inner: Arc<dyn HandOver<Order>>,
    worker: String,
    memory: Memory,
}

impl HandOver<Order> for InStep {
    fn give(&self, order: Order) {
        let worker = &self.worker;
        match order {
            Order::Serve(_) => {
                let before = count_in(&self.memory.entries(), worker, "waiting");
                self.inner.give(order);
                wait_for_state(&self.memory, worker, "waiting", before + 1);
            }
            Order::Cut => self.inner.give(order),
            Order::Last | Order::Finish => {
                self.inner.give(order);
                let ended = |entry: &Entry| *entry.thread == **worker && entry.what == What::End;
                self.memory.wait_for(&format!("{worker} ends"), ended);
            }
        }
    }

    fn take_all(&self, into: &mut Vec<Order>) {
        self.inner.take_all(into);
    }

    fn may_sleep(&self) -> bool {
        self.inner.may_sleep()
    }
}

/// Starts a thread when the one before waits.
struct OneByOne {
    threads: OsThreads,
    memory: Memory,
}

impl Spawn for OneByOne {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        self.threads.spawn(name.clone(), job)?;
        wait_for_state(&self.memory, &name, "waiting", 1);
        Ok(())
    }
}

/// Waits until `thread` has noted `state` for the `times`th time.
fn wait_for_state(memory: &Memory, thread: &str, state: &str, times: usize) {
    let story = format!("{thread}: [{state}] for the {times}. time");
    memory.wait_for_nth(times, &story, |entry| is_state(entry, thread, state));
}

fn is_state(entry: &Entry, thread: &str, state: &str) -> bool {
    &*entry.thread == thread && matches!(&entry.what, What::State(noted) if noted == state)
}

/// How often `thread` has noted `state`.
pub fn count_in(entries: &[Entry], thread: &str, state: &str) -> usize {
    entries.iter().filter(|entry| is_state(entry, thread, state)).count()
}
