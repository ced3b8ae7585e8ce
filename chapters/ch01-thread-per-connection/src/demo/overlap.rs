//! Act 1: a slow request and a quick one, and neither waits for the other.

use std::io;
use std::net::SocketAddr;
use std::thread;

use ch00_workbench::cli::{DemoFlags, Stage, cannot_listen};
use ch00_workbench::{Client, Entry, Gate, Memory, What, Work};
use ch01_thread_per_connection::EchoServer;
use ch01_thread_per_connection::spawn::{Job, Spawn};

use crate::flags::{Flags, config};

pub fn play(stage: &Stage, flags: &DemoFlags) -> anyhow::Result<()> {
    let mut config = config(stage.journal(), &flags.common, &Flags::default())?;
    stage.act("Act 1: one slow request, one quick one");
    stage.explain("Alice asks for something slow. Then Bob comes. Will he have to wait?\n");
    let gate = Gate::new("the answer to Alice");
    config.work = Work::Held("slow", gate.clone());
    config.connections = Some(2);
    config.spawn = Box::new(InStep { threads: config.spawn, memory: stage.memory().clone() });
    let server =
        EchoServer::bind(flags.addr, config).map_err(|error| cannot_listen(flags.addr, error))?;
    let script = Script { stage, address: server.local_addr() };
    let acceptor = thread::Builder::new().name("acceptor".to_owned()).spawn(|| server.run())?;
    script.wait_for_state("acceptor", "accepting", 1)?;
    script.tell(&gate)?;
    let report = acceptor.join().expect("the acceptor does not panic")?;
    stage.explain(&format!("\n{report}"));
    Ok(())
}

/// What the clients do. Each step waits until the server has noted what the step before it set
/// off, so that the story reads the same on every run.
struct Script<'a> {
    stage: &'a Stage,
    address: SocketAddr,
}

impl Script<'_> {
    fn tell(&self, gate: &Gate) -> io::Result<()> {
        let journal = self.stage.journal();
        let mut alice = Client::connect(self.address, "alice", &journal)?;
        self.wait_for_state("acceptor", "accepting", 2)?;
        alice.send("slow")?;
        self.wait_for_state("connection-1", "working", 1)?;

        let mut bob = Client::connect(self.address, "bob", &journal)?;
        self.wait_for_state("acceptor", "waiting for the last", 1)?;
        bob.send("quick")?;
        self.wait_for_state("connection-2", "reading", 2)?;
        bob.receive("quick")?;
        bob.finish()?;
        self.wait_for_end("connection-2");

        gate.open();
        self.wait_for_state("connection-1", "reading", 2)?;
        alice.receive("slow")?;
        alice.finish()?;
        self.wait_for_end("connection-1");
        Ok(())
    }

    /// Waits for a state, but not beyond the news that there was no thread for it.
    fn wait_for_state(&self, thread: &str, state: &str, times: usize) -> io::Result<()> {
        wait_for_state(self.stage.memory(), thread, state, times)
    }

    fn wait_for_end(&self, thread: &str) {
        let story = format!("{thread}: [ended]");
        let is_end = |entry: &Entry| &*entry.thread == thread && matches!(entry.what, What::End);
        self.stage.memory().wait_for(&story, is_end);
    }
}

fn wait_for_state(memory: &Memory, thread: &str, state: &str, times: usize) -> io::Result<()> {
    let story = format!("{thread}: [{state}] for the {times}. time");
    let wanted = What::State(state.to_owned());
    memory.wait_until(&story, |entries| {
        let refused = entries.iter().find_map(no_thread);
        let own = entries.iter().filter(|entry| &*entry.thread == thread);
        let reached = own.filter(|entry| entry.what == wanted).nth(times - 1).map(|_| Ok(()));
        refused.map(Err).or(reached)
    })
}

/// The news that this machine has no thread for a client, as an error.
fn no_thread(entry: &Entry) -> Option<io::Error> {
    match &entry.what {
        What::Message(text) if text.starts_with("no thread for ") => {
            Some(io::Error::other(format!("the demo needs a thread for each client: {text}")))
        }
        _ => None,
    }
}

/// Lets the acceptor go on only when the new thread has begun to read: for the story's order.
struct InStep {
    threads: Box<dyn Spawn>,
    memory: Memory,
}

impl Spawn for InStep {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        self.threads.spawn(name.clone(), job)?;
        wait_for_state(&self.memory, &name, "reading", 1)
    }
}
