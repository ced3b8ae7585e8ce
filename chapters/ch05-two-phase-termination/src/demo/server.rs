//! Act 3: a server is stopped while an answer is under way, and another one is stopped twice.

use std::io;
use std::net::TcpStream;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ch00_workbench::cli::{DemoFlags, Stage, cannot_listen};
use ch00_workbench::{Client, Gate, Memory, Work};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch03_worker_pool::WorkerPool;
use ch05_two_phase_termination::in_flight::{Channel, Guest, InFlight};
use ch05_two_phase_termination::{
    Config, EchoServer, Report, StopHandle, StopToken, StoppablePool,
};

use super::wait_for_state;
use crate::flags::{Flags, config};

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Act 3: a server is stopped");
    in_good_order(stage, flags, own)?;
    told_twice(stage, flags)
}

/// Told once, with an answer under way.
fn in_good_order(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.explain("Alice waits for a slow answer when the order comes. Bob comes too late.\n");
    let gate = Gate::new("the answer to Alice");
    let mut config = config(stage.journal(), &flags.common, own)?;
    config.pool = one_worker("worker", stage)?;
    config.work = Work::Held("slow", gate.clone());
    let server =
        EchoServer::bind(flags.addr, config).map_err(|error| cannot_listen(flags.addr, error))?;
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let acceptor = start("acceptor", server)?;
    let memory = stage.memory();
    wait_for_state(memory, "acceptor", "accepting", 1);
    let mut alice = Client::connect(address, "alice", &stage.journal())?;
    wait_for_state(memory, "acceptor", "accepting", 2);
    alice.send("slow")?;
    wait_for_state(memory, "worker-1", "working", 1);

    stage.journal().named("operator").say(|| "stops the server".to_owned());
    stop.stop();
    // The listener is closed before this state is noted.
    wait_for_state(memory, "acceptor", "draining", 1);
    memory.wait_for("the acceptor says what it waits for", |entry| {
        entry.to_string().starts_with("acceptor: no new clients")
    });
    let bob = TcpStream::connect_timeout(&address, Duration::from_secs(20));
    let refused = bob.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    stage.journal().named("bob").say(|| format!("is refused by the system: {refused}"));
    gate.open();
    wait_for_state(memory, "worker-1", "closing", 1);
    alice.receive("slow")?;
    alice.finish()?;
    stage.explain(&format!("\n{}", end(acceptor)?));
    Ok(())
}

/// Told twice, with a request that would take half an hour.
fn told_twice(stage: &Stage, flags: &DemoFlags) -> anyhow::Result<()> {
    stage.explain("\nCarol's answer would take half an hour, and the operator has seen enough.\n");
    let mut config = Config::with(one_worker("helper", stage)?);
    config.in_flight = Box::new(AfterTheGuests::default());
    config.journal = stage.journal();
    config.work = Work::Sleep(Duration::from_secs(1800));
    let server = EchoServer::bind(flags.addr_on_any_port(), config)?;
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let acceptor = start("acceptor-2", server)?;
    let memory = stage.memory();
    wait_for_state(memory, "acceptor-2", "accepting", 1);
    let mut carol = Client::connect(address, "carol", &stage.journal())?;
    wait_for_state(memory, "acceptor-2", "accepting", 2);
    carol.send("now or never")?;
    wait_for_state(memory, "helper-1", "working", 1);
    order_twice(stage, &stop);
    stage.explain(&format!("\n{}", end(acceptor)?));
    Ok(())
}

fn order_twice(stage: &Stage, stop: &StopHandle) {
    let operator = stage.journal().named("operator");
    operator.say(|| "stops the server".to_owned());
    stop.stop();
    stage.memory().wait_for("the acceptor says what it waits for", |entry| {
        entry.to_string().starts_with("acceptor-2: no new clients")
    });
    operator.say(|| "stops it once more: now".to_owned());
    stop.stop_now();
}

/// One worker. The journal is the server's: a pool's own entries would come in any order among
/// them.
fn one_worker(name: &str, stage: &Stage) -> anyhow::Result<StoppablePool> {
    let in_step = InStep { threads: OsThreads::default(), memory: stage.memory().clone() };
    Ok(StoppablePool::new(WorkerPool::builder().core(1).name(name).spawn(in_step).build()?))
}

/// Lets the acceptor go on only when the new worker has begun to read: for the story's order.
struct InStep {
    threads: OsThreads,
    memory: Memory,
}

impl Spawn for InStep {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        self.threads.spawn(name.clone(), job)?;
        wait_for_state(&self.memory, &name, "reading", 1);
        Ok(())
    }
}

/// Lets the acceptor speak only when the connections that were cut have spoken.
#[derive(Default)]
struct AfterTheGuests(Channel);

impl InFlight for AfterTheGuests {
    fn enter(&self) -> Option<Guest> {
        self.0.enter()
    }

    fn drain(&self, limit: Duration, hurry: &StopToken) -> bool {
        // The second order may cut the last guest before this thread has heard of it. The story
        // tells it in one way: whoever was told to hurry did not wait until all had gone.
        let drained = self.0.drain(limit, hurry) && !hurry.is_stopped();
        self.0.drain(Duration::from_secs(20), &StopToken::new());
        drained
    }
}

fn start(name: &str, server: EchoServer) -> io::Result<JoinHandle<io::Result<Report>>> {
    thread::Builder::new().name(name.to_owned()).spawn(move || server.run())
}

fn end(acceptor: JoinHandle<io::Result<Report>>) -> io::Result<Report> {
    acceptor.join().expect("the acceptor does not panic")
}
