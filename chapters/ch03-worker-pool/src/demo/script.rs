//! What the acts share: a server on a thread of its own, and waits that put its steps in order.

use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use ch00_workbench::cli::{DemoFlags, Stage, cannot_listen};
use ch00_workbench::{Client, Entry, Gate, Journal, Memory, What, Work};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch03_worker_pool::{Builder, Config, EchoServer, WorkerPool};

use crate::mine;

/// A server at work, and its journal from here on.
///
/// The server has no end: its acceptor waits for clients until the program ends.
pub struct Script<'a> {
    pub stage: &'a Stage,
    pub pool: WorkerPool,
    /// A request that begins with `slow` waits here.
    pub gate: Gate,
    address: SocketAddr,
    /// Entries of the acts before this one.
    before: usize,
}

impl<'a> Script<'a> {
    /// Starts a server over this pool, and waits until it accepts.
    pub fn begin(
        stage: &'a Stage,
        flags: &DemoFlags,
        pool: Builder,
        idle_timeout: Option<Duration>,
    ) -> anyhow::Result<Script<'a>> {
        let before = stage.memory().entries().len();
        let pool = if flags.common.mine { mine::put_in(pool) } else { pool };
        let spawn = InStep { journal: stage.journal(), memory: stage.memory().clone(), before };
        let pool = pool.journal(stage.journal()).spawn(spawn).build()?;
        let gate = Gate::new("the slow answer");
        let mut config = Config::with(pool.clone());
        config.journal = stage.journal();
        config.work = Work::Held("slow", gate.clone());
        config.idle_timeout = idle_timeout;
        // The first server takes the port that was asked for, and keeps it.
        let address = if before == 0 { flags.addr } else { flags.addr_on_any_port() };
        let server =
            EchoServer::bind(address, config).map_err(|error| cannot_listen(address, error))?;
        let address = server.local_addr();
        let acceptor = thread::Builder::new().name("acceptor".to_owned()).spawn(|| server.run());
        acceptor.context("the demo needs a thread for its acceptor")?;
        let script = Script { stage, pool, gate, address, before };
        script.state("acceptor", "accepting", 1)?;
        Ok(script)
    }

    /// Connects a client, and waits until the acceptor is back: in its `accepted`-th accept.
    pub fn connect(&self, name: &str, accepting: usize) -> io::Result<Client> {
        let client = self.connect_only(name)?;
        self.state("acceptor", "accepting", accepting)?;
        Ok(client)
    }

    /// Connects a client, and does not wait.
    pub fn connect_only(&self, name: &str) -> io::Result<Client> {
        Client::connect(self.address, name, &self.stage.journal())
    }

    /// Waits until `thread` has noted `state` so often in this act.
    ///
    /// # Errors
    /// That there was no thread for a worker: then nothing else is waited for.
    pub fn state(&self, thread: &str, state: &str, times: usize) -> io::Result<()> {
        wait_for_state(self.stage.memory(), self.before, thread, state, times)
    }

    /// Says what the pool's numbers are now.
    pub fn numbers(&self) {
        self.stage.explain(&format!("\n{}", self.pool.metrics()));
    }

    /// Lets somebody say something that is seen from outside.
    pub fn says(&self, who: &str, text: &str) {
        self.stage.journal().named(who).say(|| text.to_owned());
    }
}

fn wait_for_state(
    memory: &Memory,
    before: usize,
    thread: &str,
    state: &str,
    times: usize,
) -> io::Result<()> {
    let story = format!("{thread}: [{state}] for the {times}. time in this act");
    let wanted = What::State(state.to_owned());
    memory.wait_until(&story, |entries| {
        let act = &entries[before..];
        let refused = act.iter().find_map(no_thread);
        let own = act.iter().filter(|entry| &*entry.thread == thread);
        let reached = own.filter(|entry| entry.what == wanted).nth(times - 1).map(|_| Ok(()));
        refused.map(Err).or(reached)
    })
}

/// The news that this machine has no thread for a worker, as an error.
fn no_thread(entry: &Entry) -> Option<io::Error> {
    match &entry.what {
        What::Message(text) if text.starts_with("no thread for ") => {
            Some(io::Error::other(format!("the demo needs a thread for each worker: {text}")))
        }
        _ => None,
    }
}

/// Lets the acceptor go on only when the new worker reads: for the story's order.
struct InStep {
    journal: Journal,
    memory: Memory,
    before: usize,
}

impl Spawn for InStep {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        let started = OsThreads::default().spawn(name.clone(), job);
        if let Err(error) = &started {
            // The pool would make do without it; the story cannot.
            self.journal.say(|| format!("no thread for {name}: {error}"));
        }
        started?;
        wait_for_state(&self.memory, self.before, &name, "reading", 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_without_a_thread_ends_the_wait_for_it() {
        let memory = Memory::new();
        let journal = Journal::to(vec![Box::new(memory.clone())]);
        journal.say(|| "no thread for worker-1: none to be had".to_owned());
        let error = wait_for_state(&memory, 0, "worker-1", "reading", 1).expect_err("no thread");
        assert!(error.to_string().contains("needs a thread for each worker"), "{error}");
    }
}
