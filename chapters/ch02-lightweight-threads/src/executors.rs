//! The threads that run the tasks.
//!
//! An executor is a queue of tasks that can go on. Each of its threads takes a task, polls it until
//! it waits again or ends, and takes the next. With nothing in the queue, a thread waits for events
//! (the reactor: `polling`, inside `async-io`) and puts the tasks they wake into the queue.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ch01_thread_per_connection::running::Running;
use ch01_thread_per_connection::spawn::{OsThreads, Spawn};
use smol::channel::{self, Sender};
use smol::{Executor, Timer};

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
            let name = format!("{name}-{number}");
            let spawned = threads.spawn(name.clone(), Box::new(run));
            spawned.map_err(|error| no_thread(&name, &error))?;
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

/// The error of a spawn, with the name of the thread that is not to be had.
pub(crate) fn no_thread(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("no thread for {name}: {error}"))
}

/// Starts the reactor, which would panic without a thread: so one is taken before, for a moment.
///
/// # Errors
/// If there is none.
pub(crate) fn start_reactor() -> io::Result<()> {
    let probe = thread::Builder::new().spawn(|| ());
    let probe = probe.map_err(|error| no_thread("the reactor", &error))?;
    probe.join().expect("it does nothing");
    // Whoever first waits for the reactor starts it.
    smol::block_on(Timer::after(Duration::ZERO));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_is_not_to_be_had_is_named() {
        let threads = OsThreads { most: Some(1), ..OsThreads::default() };
        let error = Executors::start("executor", 2, &threads).err().expect("one is too few");
        assert!(error.to_string().starts_with("no thread for executor-2: "), "{error}");
        assert_eq!(error.kind(), io::ErrorKind::QuotaExceeded);
    }
}
