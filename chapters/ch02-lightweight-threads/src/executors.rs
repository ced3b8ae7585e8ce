//! The threads that run the tasks.
//!
//! An executor is a queue of tasks that can go on. Each of its threads takes a task, polls it until
//! it waits again or ends, and takes the next. With nothing in the queue, a thread waits for events
//! (the reactor: `polling`, inside `async-io`) and puts the tasks they wake into the queue.

use std::io;
use std::sync::Arc;

use ch01_thread_per_connection::running::Running;
use ch01_thread_per_connection::spawn::{OsThreads, Spawn};
use smol::Executor;
use smol::channel::{self, Sender};

/// Tasks of any number on a fixed number of named threads; dropping it ends the threads.
pub struct Executors {
    executor: Arc<Executor<'static>>,
    /// Nothing is ever sent: when this end goes, the threads' `recv` fails, and that ends them.
    open: Option<Sender<()>>,
    running: Running,
}

impl Executors {
    /// Starts `count` threads called `name-1`, `name-2` and so on.
    ///
    /// # Errors
    /// If one of them is not to be had; those that were started end then.
    // ANCHOR: start
    pub fn start(name: &str, count: usize, threads: &OsThreads) -> io::Result<Executors> {
        let (open, closed) = channel::bounded(1);
        let executor = Arc::new(Executor::new());
        let running = threads.running.clone();
        let started = Executors { executor, open: Some(open), running };
        for number in 1..=count {
            let (executor, closed) = (started.spawner(), closed.clone());
            let run = move || {
                let _ = smol::block_on(executor.run(closed.recv()));
            };
            threads.spawn(format!("{name}-{number}"), Box::new(run))?;
        }
        Ok(started)
    }
    // ANCHOR_END: start

    /// To spawn tasks with. A task that panics is dropped, and its thread takes the next; the panic
    /// goes on in whoever awaits that task, and with a detached one nobody does.
    pub fn spawner(&self) -> Arc<Executor<'static>> {
        Arc::clone(&self.executor)
    }
}

impl Drop for Executors {
    /// Waits until the threads have ended, each after the task that it is polling.
    fn drop(&mut self) {
        drop(self.open.take());
        self.running.wait_until_none();
    }
}
