//! Act 5: the fan-out server. One client is served, two hang it.

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use ch00_workbench::cli::{DemoFlags, Stage, cannot_listen};
use ch00_workbench::{Client, Journal, Memory, What};
use ch04_shared_pool_deadlock::{Cure, EchoServer};

use super::hang::show;
use super::script::rescue;
use crate::flags::{Flags, config};

/// How long a verdict may take: many looks of the watchdog.
const PATIENCE: Duration = Duration::from_secs(20);

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 5: a server that splits each request, with two workers");
    without_cure(stage, flags, own)?;
    for cure in [Cure::Bigger, Cure::Separate, Cure::Helping] {
        with(cure, stage, flags, own)?;
    }
    Ok(())
}

fn without_cure(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    let mut common = flags.common.clone();
    common.mine = false;
    let memory = Memory::new();
    let mut config = config(Journal::to(vec![Box::new(memory.clone())]), &common, own)?;
    (config.threads, config.connections) = (2, Some(2));
    let (bark, verdicts) = channel();
    config.on_hang = Box::new(move |dump| drop(bark.send(dump)));
    let server =
        EchoServer::bind(flags.addr, config).map_err(|error| cannot_listen(flags.addr, error))?;
    let (address, pool) = (server.local_addr(), server.pool());
    let acceptor = thread::Builder::new().name("acceptor".to_owned()).spawn(|| server.run())?;

    let mut alice = Client::connect(address, "alice", &Journal::off())?;
    alice.round_trip("one at a time")?;
    stage.explain("Alice asks alone: answered.");
    let mut bob = Client::connect(address, "bob", &Journal::off())?;
    memory
        .wait_for("bob has a worker", |entry| entry.what == What::State("connection 2".to_owned()));
    alice.send("both")?;
    // Her second wait: Bob comes after it, so that the story reads the same on every run.
    memory.wait_for_nth(2, "alice waits", |entry| {
        entry.what == What::State("waiting on latch of connection 1".to_owned())
    });
    bob.send("at once")?;
    let dump = verdicts.recv_timeout(PATIENCE)?;
    stage.explain("Alice and Bob ask at once: no answer, for either. What monitoring sees:");
    show(stage, &pool.metrics());
    stage.explain("What the wait graph says:");
    stage.explain(&format!("  {}", dump.sentence()));
    rescue(&dump);
    // Whoever waited first is given up; that frees the worker which serves the other.
    let answers = [alice.receive("both"), bob.receive("at once")];
    let answered = answers.iter().filter(|answer| answer.is_ok()).count();
    stage.explain(&format!("One is given up by hand, and {answered} gets an answer."));
    drop((alice, bob));
    let report = acceptor.join().expect("the acceptor does not panic")?;
    stage.explain(&format!("{report}\n"));
    Ok(())
}

fn with(cure: Cure, stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    let mut own = own.clone();
    (own.cure, own.threads) = (Some(cure), 2);
    let mut common = flags.common.clone();
    common.mine = false;
    let mut config = config(Journal::off(), &common, &own)?;
    config.connections = Some(2);
    let server = EchoServer::bind(flags.addr_on_any_port(), config)?;
    let (address, pool) = (server.local_addr(), server.pool());
    let acceptor = thread::spawn(|| server.run());
    let mut alice = Client::connect(address, "alice", &Journal::off())?;
    let mut bob = Client::connect(address, "bob", &Journal::off())?;
    alice.send("both")?;
    bob.send("at once")?;
    alice.receive("both")?;
    bob.receive("at once")?;
    let books = pool.registry().look();
    let threads: usize = books.pools.values().map(|pool| pool.threads).sum();
    drop((alice, bob));
    let report = acceptor.join().expect("the acceptor does not panic")?;
    let cure = cure.to_string();
    stage.explain(&format!("--cure {cure:8} both answered, {threads} threads: {report}"));
    Ok(())
}
