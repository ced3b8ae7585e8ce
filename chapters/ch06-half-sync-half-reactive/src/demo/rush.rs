//! One act: a slow request takes the only worker, and the others meet a short queue.

use std::io;
use std::net::SocketAddr;
use std::thread;

use anyhow::Context;
use ch00_workbench::cli::{DemoFlags, Stage, cannot_listen};
use ch00_workbench::{Client, Curtain, Gate, Journal, Memory, Work};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch06_half_sync_half_reactive::{Config, EchoServer, Mode};

use crate::flags::{Flags, config};

/// The threads of an act, by mode.
fn names(mode: Mode) -> [&'static str; 2] {
    match mode {
        Mode::Reactor => ["reactor", "worker"],
        Mode::Proactor => ["proactor", "computer"],
    }
}

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags, mode: Mode) -> anyhow::Result<()> {
    let gate = Gate::new("the answer to Alice");
    let curtain = Curtain::before(stage.journal());
    let [reactor, worker] = names(mode);
    let config = script(stage, flags, own, mode, &gate, curtain.journal())?;
    let server =
        EchoServer::bind(flags.addr, config).map_err(|error| cannot_listen(flags.addr, error))?;
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let running = thread::Builder::new().name(reactor.to_owned());
    let running = running.spawn(move || server.run())?;
    let mut clients = rush(stage, reactor, worker, address)?;

    stage.explain("\nThe gate opens, and Alice's answer is ready.\n");
    curtain.fall();
    gate.open();
    for (client, answer) in clients.iter_mut().zip(["slow one, and another", "b", "c", "d"]) {
        client.receive(answer)?;
    }
    clients.into_iter().try_for_each(Client::finish)?;
    stop.stop();
    let report = running.join().ok().context("the reactor has panicked")??;
    curtain.show_ends(&[reactor, worker]);
    stage.explain(&format!("\n{report}"));
    Ok(())
}

/// The server of this act.
fn script(
    stage: &Stage,
    flags: &DemoFlags,
    own: &Flags,
    mode: Mode,
    gate: &Gate,
    journal: Journal,
) -> anyhow::Result<Config> {
    let mut common = flags.common.clone();
    // Whoever asks for their own part gets it where it fits.
    common.mine &= mode == Mode::Proactor;
    let mut config = config(journal, &common, &Flags { mode, ..own.clone() })?;
    config.work = Work::Held("slow", gate.clone());
    (config.threads, config.queue, config.batch) = (1, 1, 1);
    let (threads, memory) = (OsThreads::default(), stage.memory().clone());
    config.spawn = Box::new(InStep { threads, memory, name: names(mode)[1] });
    Ok(config)
}

/// Four clients ask, one after the other, each when the last one's request is where it stays.
fn rush(
    stage: &Stage,
    reactor: &str,
    worker: &str,
    address: SocketAddr,
) -> anyhow::Result<Vec<Client>> {
    let memory = stage.memory();
    memory.wait_for_state(reactor, "waiting");
    let mut clients = Vec::new();
    for (number, name) in (1..).zip(["alice", "bob", "carol", "dave"]) {
        if name == "dave" {
            stage.explain("\nThe reactor waits for nobody: it still takes a new client.\n");
        }
        clients.push(Client::connect(address, name, &stage.journal())?);
        says(memory, reactor, &format!("accepts connection {number}"));
        let client = clients.last_mut().expect("just connected");
        match name {
            "alice" => {
                client.send("slow one")?;
                memory.wait_for_state(worker, "working");
                client.send(", and another")?;
            }
            "bob" => {
                client.send("b")?;
                memory.wait_for_nth(2, "it is queued", |entry| {
                    entry.to_string().starts_with(&format!("{reactor}: queues"))
                });
            }
            "carol" => {
                client.send("c")?;
                memory.wait_for_state(reactor, "paused: the queue is full");
            }
            _ => client.send("d")?,
        }
    }
    Ok(clients)
}

fn says(memory: &Memory, thread: &str, text: &str) {
    let line = format!("{thread}: {text}");
    memory.wait_for(&line, |entry| entry.to_string() == line);
}

/// Lets the reactor begin only when its worker has: for the story's order.
struct InStep {
    threads: OsThreads,
    memory: Memory,
    name: &'static str,
}

impl Spawn for InStep {
    fn spawn(&self, _number: String, job: Job) -> io::Result<()> {
        self.threads.spawn(self.name.to_owned(), job)?;
        self.memory.wait_for_state(self.name, "idle");
        Ok(())
    }
}
